import { Loading } from '../../ui/spinner.tsx'
import { ConnectedAccountsSection } from '../connected-accounts/connected-accounts-section.tsx'
import { PasskeysSection } from '../passkeys/passkeys-section.tsx'
import { useProfile } from './own-profile.ts'
import { PasswordSection } from './password-section.tsx'
import { PageTitle } from './section.tsx'

export function WaysInPage() {
  const profile = useProfile()
  if (!profile) return <Loading what="your ways to sign in" />
  return (
    <>
      <PageTitle
        title="Sign-in"
        text="The ways into your account. Have two at least: if one is lost, the other lets you in."
      />
      <PasswordSection profile={profile} />
      <PasskeysSection />
      <ConnectedAccountsSection />
    </>
  )
}
