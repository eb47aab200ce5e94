! Faults of programs in Fortran and their repairs: foreign NAME N [repaired].
module work
  implicit none
contains
  subroutine bubble(items)
    integer, intent(inout) :: items(:)
    integer :: i, j, kept
    do i = size(items) - 1, 1, -1
      do j = 1, i
        if (items(j) > items(j + 1)) then
          kept = items(j)
          items(j) = items(j + 1)
          items(j + 1) = kept
        end if
      end do
    end do
  end subroutine bubble

  recursive subroutine merge_sort(items, room)
    integer, intent(inout) :: items(:), room(:)
    integer :: n, middle, i, j, k
    n = size(items)
    if (n < 2) return
    middle = n / 2
    call merge_sort(items(:middle), room(:middle))
    call merge_sort(items(middle + 1:), room(middle + 1:))
    i = 1
    j = middle + 1
    do k = 1, n
      if (j > n) then
        room(k) = items(i)
        i = i + 1
      else if (i <= middle .and. items(min(i, n)) <= items(min(j, n))) then
        room(k) = items(i)
        i = i + 1
      else
        room(k) = items(j)
        j = j + 1
      end if
    end do
    items(:n) = room(:n)
  end subroutine merge_sort

  subroutine push(items, item)
    integer, allocatable, intent(inout) :: items(:)
    integer, intent(in) :: item
    items = [items, item]
  end subroutine push

  subroutine concatenate(text, n)
    character(:), allocatable, intent(inout) :: text
    integer, intent(in) :: n
    integer :: i
    text = ''
    do i = 1, n
      text = text // 'some word '
    end do
  end subroutine concatenate

  real function multiply(n)
    integer, intent(in) :: n
    real, allocatable :: a(:, :), b(:, :), c(:, :)
    integer :: i, j, k
    allocate (a(n, n), b(n, n), c(n, n))
    a = 1
    b = 2
    c = 0
    do j = 1, n
      do k = 1, n
        do i = 1, n
          c(i, j) = c(i, j) + a(i, k) * b(k, j)
        end do
      end do
    end do
    multiply = c(n, n)
  end function multiply
end module work

program foreign
  use work
  implicit none
  character(32) :: name, text
  character(:), allocatable :: long
  integer, allocatable :: items(:), room(:)
  integer :: n, i
  logical :: repaired
  call get_command_argument(1, name)
  call get_command_argument(2, text)
  read (text, *) n
  repaired = command_argument_count() > 2
  select case (name)
  case ('sort')
    items = [(mod(i * 7919, 100003), i=1, n)]
    if (repaired) then
      allocate (room(n))
      call merge_sort(items, room)
    else
      call bubble(items)
    end if
    print *, items(n)
  case ('push')
    allocate (items(0))
    do i = 1, n
      call push(items, i)
    end do
    print *, size(items)
  case ('concatenate')
    call concatenate(long, n)
    print *, len(long)
  case ('multiply')
    print *, multiply(n)
  end select
end program foreign
