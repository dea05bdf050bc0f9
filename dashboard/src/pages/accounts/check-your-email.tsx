import { Entrance } from './entrance.tsx'
import { SendAgain } from './send-again.tsx'
import { WayLink } from './way-link.tsx'

interface LookIntoMailProps {
  email: string
  sentAt: number
  send: () => Promise<unknown>
  /** Completes "… is on its way." */
  what: string
  next: string
  to: string | undefined
}

/** The same whether or not there is an account: nobody learns from it who has one. */
export function CheckYourEmail({ email, sentAt, send, what, next, to }: LookIntoMailProps) {
  return (
    <Entrance
      title="Look into your mail"
      text={
        <>
          If there is an account with <strong className="font-medium text-ink">{email}</strong>, {what} is on
          its way.
        </>
      }
    >
      <p>{next}</p>
      <SendAgain sentAt={sentAt} send={send} />
      <p className="text-muted">
        No mail? Look into the folder for spam, or{' '}
        <WayLink way="/sign-in" to={to}>
          sign in another way
        </WayLink>
        .
      </p>
    </Entrance>
  )
}
