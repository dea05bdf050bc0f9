import { useMemo } from 'react'
import { Combobox } from '../../ui/combobox.tsx'
import { useNow } from '../../ui/time.tsx'
import { PreferenceRow } from './preference-row.tsx'
import { texts } from './texts.ts'

/** The offered locales. The API accepts any other. */
const tags =
  'en en-US en-GB en-AU en-CA en-IN ar bg ca cs da de de-AT de-CH el es es-MX et fa fi fr fr-CA fr-CH he hi hr hu id it ja ko lt lv nb nl pl pt-BR pt-PT ro sk sl sr sv th tr uk vi zh-CN zh-TW'.split(
    ' ',
  )
const languageNames = new Intl.DisplayNames('en', { type: 'language' })

export function LocaleField({ value, onChange }: { value: string; onChange: (locale: string) => void }) {
  const now = useNow()
  const { name, example, label, placeholder } = texts.dates
  const options = useMemo(
    () =>
      [...new Set([...tags, value])].map((tag) => ({
        value: tag,
        label: languageNames.of(tag) ?? tag,
        detail: dateIn(tag, now),
      })),
    [value, now],
  )
  return (
    <PreferenceRow name={name} hint={example(dateIn(value, now, 'short'))}>
      <div className="w-full sm:w-72">
        <Combobox
          aria-label={label}
          options={options}
          value={value}
          placeholder={placeholder}
          onChange={(tag) => tag && onChange(tag)}
        />
      </div>
    </PreferenceRow>
  )
}

function dateIn(tag: string, now: number, timeStyle?: 'short'): string {
  return new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle }).format(now)
}
