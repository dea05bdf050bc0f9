import { useMemo } from 'react'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { useNow } from '../../ui/time.tsx'
import { texts } from './texts.ts'

interface TimeZoneFieldProps {
  value: string | null
  onChange: (timezone: string | null) => void
}

const here = new Intl.DateTimeFormat().resolvedOptions().timeZone

export function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  const now = useNow()
  const labels = texts.timeZoneField
  const zones = useMemo(
    () =>
      // Some browsers leave UTC out of the list.
      [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((zone) => ({
        value: zone,
        label: zone.replaceAll('_', ' '),
        detail: clockIn(zone, now),
      })),
    [now],
  )
  return (
    <Field
      name="timezone"
      label={labels.label}
      hint={
        value ? (
          labels.hint
        ) : (
          <>
            {labels.notSet}{' '}
            <button
              type="button"
              onClick={() => onChange(here)}
              className="font-medium text-accent underline underline-offset-2"
            >
              {here.replaceAll('_', ' ')}
            </button>
          </>
        )
      }
    >
      {(control) => (
        <Combobox
          {...control}
          options={zones}
          value={value}
          none={labels.none}
          placeholder={labels.placeholder}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

/** Formats the current time, such as `14:30, UTC+1`, so that users recognize their zone. */
function clockIn(timeZone: string, now: number): string {
  const parts = clockOf(timeZone).formatToParts(now)
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? ''
  return `${part('hour')}:${part('minute')}, ${part('timeZoneName').replace('GMT', 'UTC')}`
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'shortOffset',
    })
  clocks.set(timeZone, clock)
  return clock
}
