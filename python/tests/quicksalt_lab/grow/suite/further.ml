(* Lists that are searched, or measured in a loop: further NAME N [repaired]. *)

let[@inline never] distinct items =
  List.fold_left (fun kept item -> if List.mem item kept then kept else item :: kept) [] items

let[@inline never] distinct_by_table items =
  let seen = Hashtbl.create 16 in
  List.filter
    (fun item ->
      if Hashtbl.mem seen item then false
      else (
        Hashtbl.add seen item ();
        true))
    items

(* Computes the list's length before each step. *)
let[@inline never] rec drain items sum =
  if List.length items = 0 then sum
  else match items with [] -> sum | item :: rest -> drain rest (sum + item)

let[@inline never] rec drain_by_match items sum =
  match items with [] -> sum | item :: rest -> drain_by_match rest (sum + item)

module Names = Map.Make (String)

let[@inline never] index items =
  let add names item = Names.add (string_of_int item) item names in
  Names.cardinal (List.fold_left add Names.empty items)

let () =
  let n = int_of_string Sys.argv.(2) and repaired = Array.length Sys.argv > 3 in
  let items = List.init n (fun i -> i * 7919 mod 1_000_003) in
  print_int
    (match Sys.argv.(1) with
    | "distinct" -> List.length (if repaired then distinct_by_table items else distinct items)
    | "drain" -> if repaired then drain_by_match items 0 else drain items 0
    | _ -> index items)
