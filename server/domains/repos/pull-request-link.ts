/** What is to be merged into what, and how it is to be told. */
export interface Wanted {
  head: string
  base: string
  title: string
  description: string
}

/** The page on which a person opens it, where the host is one whose addresses are known. */
export function pullRequestLink(repoUrl: string, wanted: Wanted): string | undefined {
  const url = new URL(repoUrl.replace(/\.git$/, ''))
  const form = forms.find(({ host }) => host.test(url.hostname))
  return form && `${url.origin}${url.pathname}${form.page(wanted)}`
}

interface Form {
  host: RegExp
  page(wanted: Wanted): string
}

const forms: Form[] = [
  {
    host: /(^|\.)github\.com$|^github\./,
    page: ({ head, base, title, description }) =>
      `/compare/${named(base)}...${named(head)}?${query({ expand: '1', title, body: short(description) })}`,
  },
  {
    host: /(^|\.)gitlab\.com$|^gitlab\./,
    page: ({ head, base, title, description }) =>
      `/-/merge_requests/new?${query({
        'merge_request[source_branch]': head,
        'merge_request[target_branch]': base,
        'merge_request[title]': title,
        'merge_request[description]': short(description),
      })}`,
  },
  {
    host: /^(codeberg\.org|gitea\.com)$|^(gitea|forgejo)\./,
    page: ({ head, base }) => `/compare/${named(base)}...${named(head)}`,
  },
  {
    host: /^bitbucket\.org$/,
    page: ({ head, base }) => `/pull-requests/new?${query({ source: head, dest: base })}`,
  },
]

function named(branch: string): string {
  return branch.split('/').map(encodeURIComponent).join('/')
}

function query(fields: Record<string, string>): string {
  return new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== '')).toString()
}

/** An address has its limits. */
function short(text: string): string {
  return text.slice(0, 2000)
}
