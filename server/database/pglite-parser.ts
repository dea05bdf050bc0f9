import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'

/**
 * PGlite with an SQL parser that V8 never optimizes. The parser is one function of 105 KB. Its optimization takes 1.2 GB
 * of memory, and makes no statement measurably faster. See docs/decisions/0033-unoptimized-parser.md.
 */
export class PGliteWithSimpleParser extends PGlite {
  /** Runs the first statements of PGlite. `create` of the base class would not call this. */
  override async _initArrayTypes(options?: { force?: boolean }): Promise<void> {
    await withoutOptimization(() => this.exec(';'))
    // oxlint-disable-next-line no-underscore-dangle -- PGlite chose the name.
    await super._initArrayTypes(options)
  }
}

/**
 * Never optimizes the WebAssembly functions that run for the first time in `work`. V8 compiles a function at its first
 * call and decides then whether to count its calls. The flags belong to the process, but V8 reads them at no other time.
 */
async function withoutOptimization(work: () => Promise<unknown>): Promise<void> {
  setFlagsFromString('--no-wasm-tier-up --no-wasm-dynamic-tiering')
  try {
    await work()
  } finally {
    setFlagsFromString('--wasm-dynamic-tiering --wasm-tier-up')
  }
}
