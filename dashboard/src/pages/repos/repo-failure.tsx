import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHasRole } from '../../my-role.ts'
import { meQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { hostName } from './host-name.ts'
import type { Repo } from './repo-changes.ts'
import { texts } from './texts.ts'
import { TokenDialog } from './token-dialog.tsx'

const { fixes, fixActions } = texts

/** Why a repository could not be read, and the next step. */
export function RepoFailure({ repo }: { repo: Repo }) {
  const me = useQuery(meQuery).data?.user.id
  if (repo.failure === null) return null
  const isDanger = repo.status === 'error'
  const isOwn = repo.connectedBy === me
  return (
    <div
      className={`mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md px-3 py-2 text-[13px] ${
        isDanger ? 'bg-danger-soft' : 'bg-progress-soft'
      }`}
    >
      <div className="min-w-0 grow basis-60">
        <p className={`wrap-anywhere ${isDanger ? 'text-danger' : 'text-progress'}`}>{repo.failure}</p>
        <p className="wrap-anywhere text-ink">{fixSentence(repo, isOwn)}</p>
      </div>
      {repo.may.edit && <FixAction repo={repo} isOwn={isOwn} />}
    </div>
  )
}

/** Returns whether the account of the person who connected the repository must be connected again. */
function needsAccount({ fix, access }: Repo): boolean {
  return fix === 'connect_account' || (fix === 'renew_token' && access === 'person')
}

function fixSentence(repo: Repo, isOwn: boolean): string | undefined {
  const { fix, access } = repo
  if (needsAccount(repo)) return isOwn ? fixes.connect_account : fixes.otherAccount
  if (fix === 'renew_token' && access === 'organization') return fixes.ask_admin
  return fix === null ? undefined : fixes[fix]
}

/** The link or button of the next step. The button to sync again is beside the name of the repository. */
function FixAction({ repo, isOwn }: { repo: Repo; isOwn: boolean }) {
  const canManageHosts = useHasRole('admin')
  const { fix, access } = repo
  if (needsAccount(repo))
    return isOwn && <LinkButton to="/settings/code-host">{fixActions.ownAccount}</LinkButton>
  if (fix === 'ask_admin' || (fix === 'renew_token' && access === 'organization'))
    return canManageHosts && <LinkButton to="/organization/code-hosts">{fixActions.codeHosts}</LinkButton>
  if (fix === 'add_token' || fix === 'renew_token') return <TokenButton repo={repo} />
  return fix === 'grant_access' && <HostLink repo={repo} />
}

function HostLink({ repo: { host } }: { repo: Repo }) {
  if (!host) return null
  return (
    <a
      href={`${host.url}/${host.name}`}
      target="_blank"
      rel="noreferrer"
      className="font-medium text-accent underline underline-offset-2"
    >
      {texts.repoActions.openAtHost(hostName(host.url))}
    </a>
  )
}

function TokenButton({ repo }: { repo: Repo }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        {repo.hasToken ? fixActions.replaceToken : fixActions.addToken}
      </Button>
      {isOpen && <TokenDialog repo={repo} onClose={() => setIsOpen(false)} />}
    </>
  )
}
