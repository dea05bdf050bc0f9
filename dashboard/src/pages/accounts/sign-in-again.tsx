import { freshSignInNeeded } from '../../session.ts'
import { signOut } from '../../shell/account-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useStore } from '../../ui/store.ts'

/** Appears wherever the server has refused something until the person signs in afresh. No page needs to ask for it. */
export function SignInAgain() {
  if (!useStore(freshSignInNeeded)) return null
  const close = () => freshSignInNeeded.set(false)
  // Every page for people who are signed in leads to the sign-in when nobody is, and is come back to from there.
  const begin = () => {
    close()
    void signOut('Sign in again, and you are back where you were.', true)
  }
  return (
    <Dialog title="Sign in again to do this" onClose={close}>
      <p>
        This could give your account away, so it needs a sign-in from within the last hour. You come back to
        this page, and can then do it again.
      </p>
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={close}>Not now</Button>
        <Button kind="primary" data-first onClick={begin}>
          Sign in again
        </Button>
      </div>
    </Dialog>
  )
}
