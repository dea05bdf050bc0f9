import { ConnectedAccountsSection } from '../connected-accounts/connected-accounts-section.tsx'
import { PasskeysSection } from '../passkeys/passkeys-section.tsx'
import { SecondFactorSection } from '../second-factor/second-factor-section.tsx'
import { OwnProfile } from './own-profile.tsx'
import { PasswordSection } from './password-section.tsx'
import { PageTitle } from '../../ui/section.tsx'

export function SignInMethodsPage() {
  return (
    <>
      <PageTitle
        title="Sign-in"
        text="The ways into your account. Have two at least: if one is lost, the other lets you in."
      />
      <OwnProfile>{(profile) => <PasswordSection profile={profile} />}</OwnProfile>
      <SecondFactorSection />
      <PasskeysSection />
      <ConnectedAccountsSection />
    </>
  )
}
