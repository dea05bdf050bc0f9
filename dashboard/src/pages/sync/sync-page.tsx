import { useQuery } from '@tanstack/react-query'
import { GitMergeIcon } from 'lucide-react'
import { meQuery } from '../../queries.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageTitle, Row, Rows, Section } from '../../ui/section.tsx'
import { DataSection } from './data-section.tsx'
import { DeviceRow } from './device-row.tsx'
import { FirstDevice } from './first-device.tsx'
import { devicesQuery, syncStatusQuery } from './queries.ts'
import { texts } from './texts.ts'

/** The devices that sync, and the export and import of their data. */
export function SyncPage() {
  const hasOrganization = (useQuery(meQuery).data?.organization ?? null) !== null
  const status = useQuery({ ...syncStatusQuery, enabled: hasOrganization }).data
  const { title, text } = texts.devices
  return (
    <>
      <PageTitle title={texts.title} text={texts.intro} />
      <Section title={title} text={text}>
        <Loaded query={useQuery(devicesQuery)} noun={texts.loading}>
          {({ items }) =>
            items.length === 0 ? (
              <FirstDevice />
            ) : (
              <Rows label={title}>
                {items.map((device) => (
                  <DeviceRow
                    key={device.id}
                    device={device}
                    synced={status?.devices.find(({ id }) => id === device.id)}
                  />
                ))}
              </Rows>
            )
          }
        </Loaded>
      </Section>
      {status && <Conflicts open={status.openConflicts} />}
      {hasOrganization && <DataSection />}
    </>
  )
}

function Conflicts({ open }: { open: number }) {
  const { none, open: count, detail, show } = texts.conflicts
  return (
    <div className="mt-4">
      <Rows label={show}>
        <Row icon={<GitMergeIcon />} name={open === 0 ? none : count(open)} detail={detail}>
          <LinkButton to="/conflicts">{show}</LinkButton>
        </Row>
      </Rows>
    </div>
  )
}
