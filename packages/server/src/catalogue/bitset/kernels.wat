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

  ;; Writes the number of set bits of each block as 16-bit numbers; returns the number of all.
  (func (export "popcount") (param $bits i32) (param $counts i32) (param $bytes i32) (result i32)
    (local $end i32)
    (local $blockEnd i32)
    (local $count i64)
    (local $total i32)
    (local.set $end (i32.add (local.get $bits) (local.get $bytes)))
    (block $done
      (loop $nextBlock
        (br_if $done (i32.eq (local.get $bits) (local.get $end)))
        (local.set $blockEnd (i32.add (local.get $bits) (i32.const 128)))
        (local.set $count (i64.const 0))
        (loop $nextWord
          (local.set $count
            (i64.add (local.get $count) (i64.popcnt (i64.load (local.get $bits)))))
          (local.set $bits (i32.add (local.get $bits) (i32.const 8)))
          (br_if $nextWord (i32.lt_u (local.get $bits) (local.get $blockEnd))))
        (i32.store16 (local.get $counts) (i32.wrap_i64 (local.get $count)))
        (local.set $total (i32.add (local.get $total) (i32.wrap_i64 (local.get $count))))
        (local.set $counts (i32.add (local.get $counts) (i32.const 2)))
        (br $nextBlock)))
    (local.get $total)))
