import { read } from '../../read.ts'

// They change with the program.
export const docsQuery = { ...read('docs.list', {}), staleTime: Infinity }

export const docQuery = (doc: string) => ({ ...read('docs.get', { doc }), staleTime: Infinity })
