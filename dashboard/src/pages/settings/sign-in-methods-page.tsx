import { ConnectedAccountsSection } from '../connected-accounts/connected-accounts-section.tsx'
import { PasskeysSection } from '../passkeys/passkeys-section.tsx'
import { SecondFactorSection } from '../second-factor/second-factor-section.tsx'
import { OwnProfile } from './own-profile.tsx'
import { PasswordSection } from './password-section.tsx'
import { PageTitle } from '../../ui/section.tsx'
import { texts } from './texts.ts'

export function SignInMethodsPage() {
  return (
    <>
      <PageTitle title={texts.signInMethodsPage.title} text={texts.signInMethodsPage.intro} />
      <OwnProfile>{(profile) => <PasswordSection profile={profile} />}</OwnProfile>
      <SecondFactorSection />
      <PasskeysSection />
      <ConnectedAccountsSection />
    </>
  )
}
