(* Faults of programs in OCaml and their repairs: foreign NAME N [repaired]. *)

let[@inline never] add_last items item = items @ [ item ]
let[@inline never] add_first items item = item :: items

let[@inline never] sum_by_index items =
  let sum = ref 0 in
  for i = 0 to List.length items - 1 do
    sum := !sum + List.nth items i
  done;
  !sum

let[@inline never] sum items = List.fold_left ( + ) 0 items

let[@inline never] join words = List.fold_left (fun text word -> text ^ word) "" words
let[@inline never] concat words = String.concat "" words

let[@inline never] count items =
  let counts = Hashtbl.create 16 in
  List.iter
    (fun item ->
      let before = Option.value ~default:0 (Hashtbl.find_opt counts item) in
      Hashtbl.replace counts item (before + 1))
    items;
  Hashtbl.length counts

let () =
  let n = int_of_string Sys.argv.(2) and repaired = Array.length Sys.argv > 3 in
  let items = List.init n (fun i -> i * 7919 mod 1_000_003) in
  let words = List.init n (fun _ -> "some word ") in
  let found =
    match Sys.argv.(1) with
    | "last" ->
        let add = if repaired then add_first else add_last in
        List.length (List.fold_left add [] items)
    | "nth" -> if repaired then sum items else sum_by_index items
    | "join" -> String.length (if repaired then concat words else join words)
    | "count" -> count items
    | _ -> List.length (List.sort compare items)
  in
  print_int found
