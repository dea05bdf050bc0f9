import { Fact, Facts } from '../../ui/facts.tsx'
import { card } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { Checks } from './checks.tsx'
import { hostName } from './host-name.ts'
import { OutsideLink } from './outside-link.tsx'
import type { RepoDetails } from './repo-changes.ts'
import { texts } from './texts.ts'
import { WebhookFact } from './webhook-fact.tsx'

const { facts } = texts.repoPage

/** Where a repository is, who sees it, and how current its copy here is. */
export function RepoFacts({ repo }: { repo: RepoDetails }) {
  const { url, defaultBranch, head, syncedAt, checks, summary, contents, indexed } = repo
  return (
    <div className={`mt-4 p-4 ${card}`}>
      <Facts>
        <Fact name={facts.url}>
          <OutsideLink url={url}>{url}</OutsideLink>
        </Fact>
        <Fact name={facts.access}>{accessSentence(repo)}</Fact>
        <Fact name={facts.updates}>
          <WebhookFact repo={repo} />
        </Fact>
        {defaultBranch && (
          <Fact name={facts.branch}>
            {defaultBranch}
            {head && <span className="text-muted">{texts.repoPage.at(head.slice(0, 8))}</span>}
            <Checks checks={checks} summary={summary} />
          </Fact>
        )}
        <Fact name={facts.synced}>{syncedAt ? <Time at={syncedAt} /> : texts.never}</Fact>
        {contents && contents.languages.length > 0 && (
          <Fact name={facts.languages}>
            {contents.languages
              .slice(0, 5)
              .map(({ name }) => name)
              .join(', ')}
          </Fact>
        )}
        {indexed && (
          <Fact name={facts.index}>
            {indexed.failure ?? texts.repoPage.indexed(indexed.files, indexed.skipped)}
          </Fact>
        )}
      </Facts>
    </div>
  )
}

function accessSentence({ access, private: isPrivate, host }: RepoDetails): string {
  const name = host ? hostName(host.url) : ''
  if (access === 'organization') return texts.access.organization(name)
  if (access === 'token') return texts.access.token
  return isPrivate ? texts.access.personPrivate(name) : texts.access.person
}
