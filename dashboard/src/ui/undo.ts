/** The changes that can be undone, the latest last. */
const undos: (() => void)[] = []
const maxUndos = 50

/** Makes a change undoable with Ctrl+Z. Returns a function that undoes it, once. */
export function registerUndo(undo: () => void): () => void {
  let isUndone = false
  const run = () => {
    const index = undos.indexOf(run)
    if (index >= 0) undos.splice(index, 1)
    if (!isUndone) undo()
    isUndone = true
  }
  undos.push(run)
  if (undos.length > maxUndos) undos.shift()
  return run
}

/** Undoes the latest change that can be undone. Returns whether there was one. */
export function undoLatest(): boolean {
  const latest = undos.at(-1)
  latest?.()
  return latest !== undefined
}
