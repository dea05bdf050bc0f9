import { formatSize } from '../../ui/format-size.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { Rows, Section } from '../../ui/section.tsx'
import type { SkillFile } from './queries.ts'
import { texts } from './texts.ts'

/** The files of a skill, each in a collapsed section. */
export function SkillFiles({ files, isPublic = false }: { files: readonly SkillFile[]; isPublic?: boolean }) {
  if (files.length === 0) return null
  return (
    <Section title={texts.files.title}>
      <Rows label={texts.files.title}>
        {files.map(({ path, content }) => (
          <li key={path}>
            <details>
              <summary className="flex items-center gap-2 px-4 py-2 font-mono text-[13px] hover:bg-hover">
                <span className="min-w-0 grow wrap-anywhere">{path}</span>
                <span className="font-sans text-xs text-muted">
                  {formatSize(new TextEncoder().encode(content).length)}
                </span>
              </summary>
              <div className="border-t px-4 py-3">
                {/\.(md|markdown)$/i.test(path) ? (
                  <Markdown text={content} isPublic={isPublic} />
                ) : (
                  <pre
                    tabIndex={0}
                    role="group"
                    aria-label={path}
                    className="max-h-96 overflow-auto font-mono text-[12.5px] whitespace-pre"
                  >
                    {content}
                  </pre>
                )}
              </div>
            </details>
          </li>
        ))}
      </Rows>
    </Section>
  )
}
