import { useQuery } from '@tanstack/react-query'
import { XIcon } from 'lucide-react'
import { Combobox } from '../../ui/combobox.tsx'
import type { ControlProps } from '../../ui/field.tsx'
import { type Agent, skillChoicesQuery } from './queries.ts'
import { texts } from './texts.ts'

interface SkillChooserProps {
  control: ControlProps
  chosen: Agent['skills']
  onChange: (skills: Agent['skills']) => void
}

/** Adds and removes skills, with a search by name. */
export function SkillChooser({ control, chosen, onChange }: SkillChooserProps) {
  const skills = useQuery(skillChoicesQuery).data ?? []
  const available = skills.filter(({ id }) => !chosen.some((skill) => skill.id === id))
  return (
    <>
      {chosen.length > 0 && (
        <ul aria-label={texts.skillChooser.selected} className="flex flex-wrap gap-1.5 py-1">
          {chosen.map((skill) => (
            <li key={skill.id}>
              <button
                type="button"
                aria-label={texts.skillChooser.remove(skill.name)}
                onClick={() => onChange(chosen.filter(({ id }) => id !== skill.id))}
                className="inline-flex items-center gap-1 rounded-md bg-accent-soft py-0.5 pr-1 pl-2 text-[13px] text-accent hover:bg-hover"
              >
                {skill.name}
                <XIcon />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        {...control}
        options={available.map(({ id, name, scope }) => ({ value: id, label: name, detail: scope }))}
        value={null}
        placeholder={skills.length === 0 ? texts.skillChooser.empty : texts.skillChooser.add}
        onChange={(id) => {
          const skill = skills.find((each) => each.id === id)
          if (skill) onChange([...chosen, { id: skill.id, slug: skill.slug, name: skill.name }])
        }}
      />
    </>
  )
}
