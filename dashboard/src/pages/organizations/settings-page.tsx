import { roleNames } from '../../roles.ts'
import { Badge } from '../../ui/badge.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { DeleteSection } from './delete-section.tsx'
import { TransferSection } from './transfer-section.tsx'
import { LeaveSection } from './leave-section.tsx'
import { OrganizationFacts } from './organization-facts.tsx'
import { OrganizationForm } from './organization-form.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { texts } from './texts.ts'
import { ThisOrganization } from './this-organization.tsx'

export function OrganizationSettingsPage() {
  return (
    <ThisOrganization>
      {(organization) => (
        <>
          <title>{`${organization.name} · Baton`}</title>
          <PageHeading
            title={organization.name}
            actions={<Badge>{texts.organizationFrame.yourRole(roleNames[organization.role])}</Badge>}
          />
          {organization.may.update ? (
            <OrganizationForm organization={organization} />
          ) : (
            <OrganizationFacts organization={organization} />
          )}
          {organization.may.update && <SecondFactorSection organization={organization} />}
          {organization.may.transfer && <TransferSection organization={organization} />}
          {organization.may.leave && <LeaveSection organization={organization} />}
          {organization.may.delete && <DeleteSection organization={organization} />}
        </>
      )}
    </ThisOrganization>
  )
}
