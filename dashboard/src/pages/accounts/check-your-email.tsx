import { Entrance } from './entrance.tsx'
import { SendAgain } from './send-again.tsx'
import { texts } from './texts.ts'
import { AuthLink } from './auth-link.tsx'

interface CheckYourEmailProps {
  /** Doesn't reveal whether the address has an account. */
  sent: string
  validity: string
  sentAt: number
  send: () => Promise<unknown>
  to: string | undefined
}

/** Looks the same with and without an account, so that it doesn't reveal which addresses have one. */
export function CheckYourEmail({ sent, validity, sentAt, send, to }: CheckYourEmailProps) {
  const { title, noEmail, signInAnotherWay } = texts.checkYourEmail
  return (
    <Entrance title={title} text={sent}>
      <p>{validity}</p>
      <SendAgain sentAt={sentAt} send={send} />
      <p className="text-muted">
        {noEmail}{' '}
        <AuthLink page="/sign-in" to={to}>
          {signInAnotherWay}
        </AuthLink>
      </p>
    </Entrance>
  )
}
