import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * The file system of an embedded database. It differs from the default of PGlite in two ways: only the owner can access
 * new files (by default, all users can write to them), and fsync works (by default, it does nothing).
 */
export class PrivateFolder extends NodeFS {
  /** Counts the calls of fsync, for `pglite.test.ts`. */
  syncs = 0
  #nodefs: EmscriptenNodefs | undefined

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args)
    const adapt = (module: unknown) => {
      this.#nodefs = (module as EmscriptenModule).FS.filesystems.NODEFS
      restrictToOwner(this.#nodefs)
      reportQuotaAsFullDisk(this.#nodefs)
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...emscriptenOpts.preRun!, adapt] } }
  }

  /** Enables fsync. */
  provideSync(): void {
    const nodefs = this.#nodefs!
    nodefs.stream_ops.fsync = (stream) => {
      this.syncs++
      nodefs.tryFSOperation(() => fs.fsyncSync(stream.nfd))
      return 0
    }
  }
}

// A umask has no effect here: PGlite sets the mode of each file after it has created it.
function restrictToOwner({ node_ops, stream_ops }: EmscriptenNodefs): void {
  const { mknod, setattr } = node_ops
  const { setattr: setOpen } = stream_ops
  const ownerOnly = <Attributes extends { mode?: number }>(attributes: Attributes): Attributes =>
    attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~0o077 }
  node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~0o077, device)
  node_ops.setattr = (node, attributes) => setattr(node, ownerOnly(attributes))
  stream_ops.setattr = (stream, attributes) => setOpen(stream, ownerOnly(attributes))
}

// PostgreSQL reports ENOSPC as a full disk (53100), but doesn't know EDQUOT.
function reportQuotaAsFullDisk(nodefs: EmscriptenNodefs): void {
  const { convertNodeCode } = nodefs
  nodefs.convertNodeCode = ({ code }) => convertNodeCode({ code: code === 'EDQUOT' ? 'ENOSPC' : code })
}

type SetAttributes = (target: unknown, attributes: { mode?: number }) => void

interface EmscriptenNodefs {
  node_ops: {
    mknod(parent: unknown, name: string, mode: number, device: number): unknown
    setattr: SetAttributes
  }
  stream_ops: { setattr: SetAttributes; fsync?: (stream: { nfd: number }) => number }
  /** Returns the error number that PostgreSQL reads for an error of Node. */
  convertNodeCode(error: { code?: string }): number
  /** Throws errors of Node as errors with such a number. */
  tryFSOperation<Result>(work: () => Result): Result
}

interface EmscriptenModule {
  FS: { filesystems: { NODEFS: EmscriptenNodefs } }
}
