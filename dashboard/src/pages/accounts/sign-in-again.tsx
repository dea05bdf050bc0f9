import { freshSignInNeeded } from '../../session.ts'
import { signOut } from '../../shell/account-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { texts } from './texts.ts'

/** Offers to sign in again, for a request that needs a fresh sign-in. */
export function SignInAgain() {
  const close = () => freshSignInNeeded.set(false)
  const { title, reason, cancel, signInAgain, farewell } = texts.signInAgain
  // Signing out redirects to the sign-in page, which returns to the current page afterwards.
  const start = () => {
    close()
    void signOut(farewell, true)
  }
  return (
    <Dialog title={title} onClose={close}>
      <p>{reason}</p>
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={close}>{cancel}</Button>
        <Button kind="primary" data-first onClick={start}>
          {signInAgain}
        </Button>
      </div>
    </Dialog>
  )
}
