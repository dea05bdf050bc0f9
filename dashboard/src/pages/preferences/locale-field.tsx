import { useMemo } from 'react'
import { Combobox } from '../../ui/combobox.tsx'
import { useNow } from '../../ui/time.tsx'
import { PreferenceRow } from './preference-row.tsx'

/** Whoever writes dates in yet another way can say so over the API. */
const tags =
  'en en-US en-GB en-AU en-CA en-IN ar bg ca cs da de de-AT de-CH el es es-MX et fa fi fr fr-CA fr-CH he hi hr hu id it ja ko lt lv nb nl pl pt-BR pt-PT ro sk sl sr sv th tr uk vi zh-CN zh-TW'.split(
    ' ',
  )
const names = new Intl.DisplayNames('en', { type: 'language' })

export function LocaleField({ value, onChange }: { value: string; onChange: (locale: string) => void }) {
  const now = useNow()
  const options = useMemo(
    () =>
      [...new Set([...tags, value])].map((tag) => ({
        value: tag,
        label: names.of(tag) ?? tag,
        detail: dateIn(tag, now),
      })),
    [value, now],
  )
  return (
    <PreferenceRow name="Dates" hint={`Now it is ${dateIn(value, now, 'short')}.`}>
      <div className="w-full sm:w-72">
        <Combobox
          aria-label="How dates are written"
          options={options}
          value={value}
          placeholder="Type a language"
          onChange={(tag) => tag && onChange(tag)}
        />
      </div>
    </PreferenceRow>
  )
}

function dateIn(tag: string, now: number, timeStyle?: 'short'): string {
  return new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle }).format(now)
}
