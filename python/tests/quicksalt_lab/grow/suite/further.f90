! Recomputed sums, and a text searched for each word: further NAME N [repaired].
module further_work
  implicit none
contains
  ! Sums each mean from the start.
  subroutine means(values, result)
    real(8), intent(in) :: values(:)
    real(8), intent(out) :: result(:)
    integer :: i
    do i = 1, size(values)
      result(i) = sum(values(1:i)) / i
    end do
  end subroutine

  subroutine running_means(values, result)
    real(8), intent(in) :: values(:)
    real(8), intent(out) :: result(:)
    real(8) :: total
    integer :: i
    total = 0
    do i = 1, size(values)
      total = total + values(i)
      result(i) = total / i
    end do
  end subroutine

  ! Compares each item with all earlier ones.
  integer function distinct(items)
    integer, intent(in) :: items(:)
    integer, allocatable :: seen(:)
    integer :: i
    allocate(seen(size(items)))
    distinct = 0
    do i = 1, size(items)
      if (any(seen(1:distinct) == items(i))) cycle
      distinct = distinct + 1
      seen(distinct) = items(i)
    end do
  end function
end module

program further
  use further_work
  implicit none
  character(32) :: what, text
  integer :: n, i
  real(8), allocatable :: values(:), result(:)
  call get_command_argument(1, what)
  call get_command_argument(2, text)
  read (text, *) n
  allocate(values(n), result(n))
  values = [(mod(i * 7919, 10007) * 1.0d0, i = 1, n)]
  result = 0
  select case (what)
  case ('means')
    if (command_argument_count() > 2) then
      call running_means(values, result)
    else
      call means(values, result)
    end if
  case ('distinct')
    result(1) = distinct([(i, i = 1, n)])
  end select
  print *, result(n)
end program
