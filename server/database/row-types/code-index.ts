// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { Json } from '../tables.ts'

export interface CodeIndexRows {
  code_chunks: {
    subject_id: string
    part: number
    repo_id: string
    start_line: number
    end_line: number
    symbol: string | null
    title: string
    body: string
    importance: number
    words: string
    model: string | null
    embedding: string | null
    bits: string | null
    written_in: string
  }
  code_files: {
    repo_id: string
    path: string
    blob: string
    bytes: number
    subject_id: string | null
    skipped: string | null
  }
  code_indexes: {
    repo_id: string
    commit: string | null
    indexed_at: string | null
    rules: number
    skipped: Json
    failure: string | null
    run: string | null
    run_until: string | null
  }
}
