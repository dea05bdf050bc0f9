import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Returns the text files of a published npm package by their paths. Nothing stays on the disk. */
export function fetchPackage(name: string, version: string): Record<string, string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-bench-package-'))
  try {
    const [archive] = execFileSync('npm', ['pack', '--silent', `${name}@${version}`], {
      cwd: folder,
      encoding: 'utf8',
    })
      .trim()
      .split('\n')
    execFileSync('tar', ['-xzf', archive!, '--strip-components=1'], { cwd: folder })
    fs.rmSync(path.join(folder, archive!))
    const files = fs
      .globSync('**/*', { cwd: folder, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
    return Object.fromEntries(
      files.map((file) => [path.relative(folder, file), fs.readFileSync(file, 'utf8')]),
    )
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
