import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRemoval } from '../../change.ts'
import { type Login, call } from '../../client.ts'
import { loginsQuery } from '../../queries.ts'
import { signOut } from '../../shell/account-menu.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { DevicesIcon } from '../../ui/icons.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Time } from '../../ui/time.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { Trouble } from '../../ui/trouble.tsx'
import { PageTitle, Row, Rows } from '../../ui/section.tsx'

export function DevicesPage() {
  const logins = useQuery(loginsQuery)
  const [doomed, setDoomed] = useState<Login | 'others' | null>(null)
  const end = useEndLogin()
  const endOthers = useEndLogins()
  if (logins.isPending) return <Loading what="devices" />
  if (!logins.data) return <Trouble error={logins.error} onRetry={() => void logins.refetch()} />
  const own = logins.data.items.filter(({ current }) => current)
  const others = logins.data.items.filter(({ current }) => !current)
  return (
    <>
      <PageTitle
        title="Devices"
        text="Where you are signed in. If you do not know one of them, sign it out and choose a new password."
      />
      <Rows label="Devices">
        {[...own, ...others].map((login) => (
          <LoginRow
            key={login.id}
            login={login}
            onEnd={() => (login.current ? void signOut() : setDoomed(login))}
          />
        ))}
      </Rows>
      {others.length > 0 && (
        <Button className="mt-4" busy={endOthers.isPending} onClick={() => setDoomed('others')}>
          Sign out all other devices
        </Button>
      )}
      {doomed && (
        <Confirm
          title={doomed === 'others' ? 'Sign out all other devices?' : `Sign out ${doomed.device}?`}
          text="Whoever uses it has to sign in again, at once."
          action="Sign out"
          keep="Cancel"
          onClose={() => setDoomed(null)}
          onConfirm={() => {
            if (doomed === 'others') endOthers.mutate()
            else end.mutate(doomed)
            setDoomed(null)
          }}
        />
      )}
    </>
  )
}

const methods: Record<Login['method'], string> = {
  password: 'with your password',
  code: 'with a code from a mail',
  magic_link: 'with a link from a mail',
  passkey: 'with a passkey',
  device: 'with the approval of another device',
  backend: 'at the sign-in server',
  github: 'with GitHub',
  google: 'with Google',
  gitlab: 'with GitLab',
}

function LoginRow({ login, onEnd }: { login: Login; onEnd: () => void }) {
  const { device, network, method, current, impersonator, createdAt, lastSeenAt } = login
  return (
    <Row
      icon={<DevicesIcon />}
      name={device}
      badges={
        <>
          {current && <Badge tone="accent">This device</Badge>}
          {impersonator && <Badge tone="danger">{impersonator} acts as you</Badge>}
        </>
      }
      detail={
        <>
          {impersonator ? 'Opened by an administrator' : `Signed in ${methods[method]}`}{' '}
          <Time at={createdAt} />
          {network && `, from ${network}`} · seen <Time at={lastSeenAt} />
        </>
      }
    >
      <Button aria-label={current ? 'Sign out this device' : `Sign out ${device}`} onClick={onEnd}>
        Sign out
      </Button>
    </Row>
  )
}

function useEndLogin() {
  return useRemoval<Login>({
    queryKey: loginsQuery.queryKey,
    idOf: ({ id }) => id,
    send: ({ id }) => call('logins.revoke', { login: id }),
    done: ({ device }) => showToast({ text: `${device} is signed out.` }),
  })
}

function useEndLogins() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call('logins.revokeOthers', {}),
    onSuccess: () => showToast({ text: 'All other devices are signed out.' }),
    onError: showProblem,
    onSettled: () => cache.invalidateQueries({ queryKey: loginsQuery.queryKey }),
  })
}
