import { Badge } from '../../../ui/badge.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { formatNumber } from '../../../ui/format-number.ts'
import { FormMessage } from '../../../ui/form-message.tsx'
import { Row, Rows, Section, card } from '../../../ui/section.tsx'
import { Time, useNow } from '../../../ui/time.tsx'
import type { Overview } from './queries.ts'
import { texts } from './texts.ts'

const labels = texts.backups
const hourMs = 3_600_000

/** The backups that Baton saved, with their age. */
export function BackupsSection({ backups }: { backups: Overview['backups'] }) {
  const { newestAt, items, failed, intervalHours } = backups
  return (
    <Section title={labels.title} text={labels.text}>
      {failed && <FormMessage>{labels.failed}</FormMessage>}
      {newestAt === null ? (
        <div className={card}>
          <Empty title={labels.none} text={labels.noneText} />
        </div>
      ) : (
        <>
          <p className="mb-2.5 flex flex-wrap items-center gap-x-2 text-[13px]">
            {labels.newest}: <Time at={newestAt} />
            <Overdue newestAt={newestAt} intervalHours={intervalHours} />
            <span className="text-muted">
              {intervalHours === null ? labels.noSchedule : labels.schedule(formatNumber(intervalHours))}
            </span>
          </p>
          {items.length > 0 && (
            <Rows label={labels.title}>
              {items.map(({ at, source, rows, bytes }) => (
                <Row
                  key={at}
                  name={labels.sources[source]}
                  detail={
                    <>
                      <Time at={at} /> ·{' '}
                      {labels.size(formatNumber(rows), bytes === null ? null : formatBytes(bytes))}
                    </>
                  }
                />
              ))}
            </Rows>
          )}
        </>
      )}
    </Section>
  )
}

/** A badge if the next scheduled backup should have been saved long ago. */
function Overdue({ newestAt, intervalHours }: { newestAt: string; intervalHours: number | null }) {
  const ageHours = (useNow() - Date.parse(newestAt)) / hourMs
  return intervalHours !== null && ageHours > 2 * intervalHours && <Badge tone="danger">{labels.old}</Badge>
}
