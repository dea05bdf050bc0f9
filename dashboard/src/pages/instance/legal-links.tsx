import { useQuery } from '@tanstack/react-query'
import { signInOptionsQuery } from '../../queries.ts'
import { texts } from './texts.ts'

const labels = texts.legalLinks

/** The legal links and the contact of the operator, at the end of pages that are visible without signing in. */
export function LegalLinks() {
  const options = useQuery(signInOptionsQuery).data
  if (!options) return null
  const { links, contact, supportEmail } = options
  const support = contact ? '/contact' : supportEmail && `mailto:${supportEmail}`
  const all: [url: string, name: string][] = [
    [links.terms, labels.terms],
    [links.privacy, labels.privacy],
    [links.imprint, labels.imprint],
    [support, contact ? labels.contact : labels.support],
  ]
  const shown = all.filter(([url]) => url !== '')
  if (shown.length === 0) return null
  return (
    <footer className="px-4 pb-5">
      <nav aria-label={labels.label} className="flex flex-wrap justify-center gap-x-4 gap-y-1 text-[13px]">
        {shown.map(([url, name]) => (
          <a key={name} href={url} rel="noreferrer" className="text-muted hover:text-ink hover:underline">
            {name}
          </a>
        ))}
      </nav>
    </footer>
  )
}
