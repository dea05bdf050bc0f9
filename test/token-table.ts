import { writeFileSync } from 'node:fs'

/** Collects token counts, and writes them to the file in TOKEN_TABLE, to compare two versions. */
export function tokenTable() {
  const rows: { name: string; tokens: number; text: string }[] = []
  return {
    add(name: string, tokens: number, text: string): void {
      rows.push({ name, tokens, text })
    },
    print(): void {
      const { TOKEN_TABLE: file } = process.env
      if (file)
        writeFileSync(file, rows.map(({ name, tokens, text }) => `${tokens}\t${name}\t${text}`).join('\n'))
    },
  }
}
