;; Whole bitsets at once. Built into kernels.wasm by `npm run wasm:build`.
;;
;; All addresses and lengths are in bytes; lengths are whole blocks of 128 bytes (1024 bits).
(module
  (memory (export "memory") 0)

  ;; into &= from
  (func (export "and") (param $into i32) (param $from i32) (param $bytes i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $into) (local.get $bytes)))
    (block $done
      (loop $next
        (br_if $done (i32.eq (local.get $into) (local.get $end)))
        (v128.store (local.get $into)
          (v128.and (v128.load (local.get $into)) (v128.load (local.get $from))))
        (local.set $into (i32.add (local.get $into) (i32.const 16)))
        (local.set $from (i32.add (local.get $from) (i32.const 16)))
        (br $next))))

  ;; into |= from
  (func (export "or") (param $into i32) (param $from i32) (param $bytes i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $into) (local.get $bytes)))
    (block $done
      (loop $next
        (br_if $done (i32.eq (local.get $into) (local.get $end)))
        (v128.store (local.get $into)
          (v128.or (v128.load (local.get $into)) (v128.load (local.get $from))))
        (local.set $into (i32.add (local.get $into) (i32.const 16)))
        (local.set $from (i32.add (local.get $from) (i32.const 16)))
        (br $next))))

  ;; Writes the number of set bits of each block as 16-bit numbers; returns the number of all. Bits are counted in 16 bytes at
  ;; once: arm64 has no other instruction for it, and counting 64 at a time took eight times as long there.
  (func (export "popcount") (param $bits i32) (param $counts i32) (param $bytes i32) (result i32)
    (local $end i32)
    (local $blockEnd i32)
    (local $sums v128)
    (local $count i32)
    (local $total i32)
    (local.set $end (i32.add (local.get $bits) (local.get $bytes)))
    (block $done
      (loop $nextBlock
        (br_if $done (i32.eq (local.get $bits) (local.get $end)))
        (local.set $blockEnd (i32.add (local.get $bits) (i32.const 128)))
        (local.set $sums (v128.const i32x4 0 0 0 0))
        (loop $next
          (local.set $sums
            (i8x16.add (local.get $sums) (i8x16.popcnt (v128.load (local.get $bits)))))
          (local.set $bits (i32.add (local.get $bits) (i32.const 16)))
          (br_if $next (i32.lt_u (local.get $bits) (local.get $blockEnd))))
        ;; Each of the 16 sums is 64 at most.
        (local.set $sums
          (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (local.get $sums))))
        (local.set $count
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
            (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))
        (i32.store16 (local.get $counts) (local.get $count))
        (local.set $total (i32.add (local.get $total) (local.get $count)))
        (local.set $counts (i32.add (local.get $counts) (i32.const 2)))
        (br $nextBlock)))
    (local.get $total)))
