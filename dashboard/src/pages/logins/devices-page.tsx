import { useMutation, useQuery } from '@tanstack/react-query'
import { MonitorSmartphoneIcon } from 'lucide-react'
import { useRemoval } from '../../change.ts'
import { type Login, call } from '../../client.ts'
import { loginsQuery } from '../../queries.ts'
import { signOut } from '../../shell/account-menu.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Time } from '../../ui/time.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { PageTitle, Row, Rows } from '../../ui/section.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { refreshKinds } from '../../write.ts'
import { texts } from './texts.ts'

export function DevicesPage() {
  const logins = useQuery(loginsQuery)
  const end = useEndLogin()
  const endOthers = useEndLogins()
  const [askToSignOut, dialog] = useConfirm<Login | 'others'>(
    (login) => ({
      title: login === 'others' ? texts.signOutOthersTitle : texts.signOutTitle(login.device),
      text: texts.consequence,
      action: texts.signOut,
    }),
    (login) => (login === 'others' ? endOthers.mutate() : end.mutate(login)),
  )
  return (
    <Loaded query={logins} noun={texts.loading}>
      {({ items }) => {
        const own = items.filter(({ current }) => current)
        const others = items.filter(({ current }) => !current)
        return (
          <>
            <PageTitle title={texts.title} text={texts.intro} />
            <Rows label={texts.title}>
              {[...own, ...others].map((login) => (
                <LoginRow
                  key={login.id}
                  login={login}
                  onEnd={() => (login.current ? void signOut() : askToSignOut(login))}
                />
              ))}
            </Rows>
            {dialog}
            {others.length > 0 && (
              <Button className="mt-4" busy={endOthers.isPending} onClick={() => askToSignOut('others')}>
                {texts.signOutOthers}
              </Button>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

const methods: Record<Login['method'], string> = texts.signedIn

function LoginRow({ login, onEnd }: { login: Login; onEnd: () => void }) {
  const { device, network, method, current, impersonator, reason, createdAt, lastSeenAt } = login
  return (
    <Row
      icon={<MonitorSmartphoneIcon />}
      name={device}
      badges={
        <>
          {current && <Badge tone="accent">{texts.thisDevice}</Badge>}
          {impersonator && <Badge tone="danger">{texts.impersonated(impersonator)}</Badge>}
        </>
      }
      detail={
        <>
          {impersonator ? texts.openedByAdministrator : methods[method]} <Time at={createdAt} />
          {network && texts.from(network)} · {texts.lastSeen} <Time at={lastSeenAt} />
          {reason && texts.reason(reason)}
        </>
      }
    >
      <Button aria-label={current ? texts.signOutThisDevice : texts.signOutLabel(device)} onClick={onEnd}>
        {texts.signOut}
      </Button>
    </Row>
  )
}

function useEndLogin() {
  return useRemoval<Login>({
    kinds: ['login'],
    queryKey: loginsQuery.queryKey,
    idOf: ({ id }) => id,
    send: ({ id }) => call('logins.revoke', { login: id }),
    done: ({ device }) => showToast({ text: texts.signedOut(device) }),
  })
}

function useEndLogins() {
  return useMutation({
    mutationFn: () => call('logins.revokeOthers', {}),
    onSuccess: () => showToast({ text: texts.othersSignedOut }),
    onError: showProblem,
    onSettled: () => refreshKinds('login'),
  })
}
