/** The style of output, file content and JSON. */
export const codeBlock =
  'overflow-auto rounded-md bg-canvas px-3 py-2 font-mono text-[12.5px]/5 wrap-anywhere whitespace-pre-wrap'
