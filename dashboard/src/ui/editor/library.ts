import { onDemand } from '../on-demand.tsx'

/** CodeMirror, loaded when a user starts to write. */
export const editorLibrary = onDemand(() => import('./create-editor.ts'))
