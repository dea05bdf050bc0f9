import { Markdown } from '../../ui/markdown.tsx'
import { Section, card } from '../../ui/section.tsx'
import { withoutTitle } from '../knowledge/without-title.ts'
import { SkillFiles } from '../skills/skill-files.tsx'
import { GateList } from '../workflows/gate-list.tsx'
import type { MarketplaceContent } from './queries.ts'
import { texts } from './texts.ts'

const labels = texts.itemPage

/** The content of a marketplace item. Its text comes from strangers, so it never links into the app. */
export function ItemContent({ name, content }: { name: string; content: MarketplaceContent }) {
  if (content.kind === 'workflow')
    return (
      <Section title={labels.gates}>
        <GateList name={name} gates={content.gates} />
      </Section>
    )
  if (content.kind === 'agent') return <Instructions text={content.instructions} />
  return (
    <>
      <Instructions text={withoutTitle({ title: name, content: content.content })} />
      <SkillFiles files={content.files} isPublic />
    </>
  )
}

function Instructions({ text }: { text: string }) {
  return (
    <Section title={labels.instructions}>
      <div className={`px-4 py-3 ${card}`}>
        {text.trim() ? (
          <Markdown isPublic text={text} className="leading-relaxed" />
        ) : (
          <p className="text-muted">{labels.noInstructions}</p>
        )}
      </div>
    </Section>
  )
}
