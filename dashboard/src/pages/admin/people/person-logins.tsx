import { useQuery } from '@tanstack/react-query'
import { MonitorSmartphoneIcon, VenetianMaskIcon } from 'lucide-react'
import { useState } from 'react'
import type { Login } from '../../../client.ts'
import { AsyncConfirm } from '../../../ui/async-confirm.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Row, Rows, Section } from '../../../ui/section.tsx'
import { Time } from '../../../ui/time.tsx'
import { showProblem, showToast } from '../../../ui/toasts.ts'
import { write } from '../../../write.ts'
import { type AdministeredPerson, loginsOfQuery } from './queries.ts'
import { texts } from './texts.ts'

const labels = texts.logins

/** The devices where a person is signed in, each with a button that signs it out. */
export function PersonLogins({ person }: { person: AdministeredPerson }) {
  const [isConfirming, setConfirming] = useState(false)
  const logins = useQuery(loginsOfQuery(person.id))
  const end = async ({ id, device, impersonator }: Login) => {
    await write('admin.revokeUserLogin', { user: person.id, login: id })
    showToast({ text: impersonator ? labels.impersonationEnded : labels.ended(device) })
  }
  const endAll = async () => {
    await write('admin.revokeUserLogins', { user: person.id })
    showToast({ text: labels.endedAll(person.name) })
  }
  return (
    <Section
      title={labels.title}
      text={labels.text}
      action={
        logins.data &&
        logins.data.items.length > 0 && <Button onClick={() => setConfirming(true)}>{labels.endAll}</Button>
      }
    >
      <Loaded query={logins} noun={labels.noun}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-muted">{labels.none}</p>
          ) : (
            <Rows label={labels.title}>
              {items.map((login) => (
                <LoginRow key={login.id} login={login} onEnd={() => void end(login).catch(showProblem)} />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {isConfirming && (
        <AsyncConfirm
          title={labels.endAllTitle(person.name)}
          action={labels.endAllAction}
          send={endAll}
          onClose={() => setConfirming(false)}
        >
          <p>{labels.endAllText}</p>
        </AsyncConfirm>
      )}
    </Section>
  )
}

function LoginRow({ login, onEnd }: { login: Login; onEnd: () => void }) {
  const { device, network, impersonator, reason, createdAt, lastSeenAt } = login
  return (
    <Row
      icon={impersonator ? <VenetianMaskIcon /> : <MonitorSmartphoneIcon />}
      name={device}
      badges={impersonator && <Badge tone="danger">{labels.impersonated(impersonator)}</Badge>}
      detail={
        <>
          {labels.signedIn} <Time at={createdAt} />
          {network && labels.from(network)} · {labels.lastSeen} <Time at={lastSeenAt} />
          {reason && labels.reason(reason)}
        </>
      }
    >
      {impersonator ? (
        <Button aria-label={labels.endImpersonationLabel(impersonator)} onClick={onEnd}>
          {labels.endImpersonation}
        </Button>
      ) : (
        <Button aria-label={labels.endLabel(device)} onClick={onEnd}>
          {labels.end}
        </Button>
      )}
    </Row>
  )
}
