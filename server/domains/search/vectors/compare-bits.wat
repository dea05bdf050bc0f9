;; Counts the bits that differ between a query and each of several entries, 128 at a time. JavaScript has no such
;; instructions. `compare-bits.wasm.ts` is this file in binary form.
(module
  (memory (export "memory") 8)

  ;; The query is at the start of the memory, and each entry is as long as the query. Writes a distance of 16 bits for
  ;; each entry from $entry to $end, which is not empty.
  (func (export "compare") (param $length i32) (param $entry i32) (param $end i32) (param $distance i32)
    (local $at i32) (local $sums v128)
    (loop $entries
      (local.set $at (i32.const 0))
      (local.set $sums (v128.const i32x4 0 0 0 0))
      (loop $vectors
        (local.set $sums
          (i16x8.add
            (local.get $sums)
            (i16x8.extadd_pairwise_i8x16_u
              (i8x16.popcnt (v128.xor (v128.load (local.get $at)) (v128.load (local.get $entry)))))))
        (local.set $entry (i32.add (local.get $entry) (i32.const 16)))
        (br_if $vectors
          (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $length))))
      (local.set $sums (i32x4.extadd_pairwise_i16x8_u (local.get $sums)))
      (i32.store16 (local.get $distance)
        (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
          (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))
      (local.set $distance (i32.add (local.get $distance) (i32.const 2)))
      (br_if $entries (i32.lt_u (local.get $entry) (local.get $end))))))
