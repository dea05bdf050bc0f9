import { useState } from 'react'
import type { Me } from '../client.ts'
import { PasskeysSection } from '../pages/passkeys/passkeys-section.tsx'
import { SecondFactorSection } from '../pages/second-factor/second-factor-section.tsx'
import { switchOrganization } from '../switch-organization.ts'
import { Button } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { PageTitle } from '../ui/section.tsx'
import { ThemeToggle } from '../ui/theme-toggle.tsx'
import { ImpersonationBanner } from './impersonation-banner.tsx'
import { signOut } from './account-menu.tsx'
import { texts } from './texts.ts'

const labels = texts.secondFactorMissing

interface SecondFactorMissingProps {
  me: Me
  /** Called when recovery codes are shown, and when the user has saved them. */
  onCodes: (areShown: boolean) => void
}

/** Replaces every page until the user sets up a required second factor. */
export function SecondFactorMissing({ me, onCodes }: SecondFactorMissingProps) {
  // Stays the same while the recovery codes are shown.
  const [isOrganization] = useState(me.secondFactor.missing === 'organization')
  const others = me.organizations.filter(({ id, sandbox }) => id !== me.organization?.id && !sandbox)
  return (
    <div className="h-dvh overflow-y-auto">
      <ImpersonationBanner me={me} />
      <header className="flex items-center justify-between p-4">
        <Logo />
        <ThemeToggle />
      </header>
      <main className="mx-auto max-w-2xl px-4 pt-[4vh] pb-16">
        <PageTitle
          title={labels.title}
          text={isOrganization ? labels.organization(me.organization?.name) : labels.instance}
        />
        <SecondFactorSection onCodes={onCodes} />
        <PasskeysSection />
        <div className="mt-9 flex flex-wrap gap-2 border-t pt-5">
          {isOrganization &&
            others.map((organization) => (
              <Button key={organization.id} onClick={() => void switchOrganization(organization)}>
                {labels.switchTo(organization.name)}
              </Button>
            ))}
          <Button onClick={() => void signOut()}>{labels.signOut}</Button>
        </div>
      </main>
    </div>
  )
}
