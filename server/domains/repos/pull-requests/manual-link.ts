/** The content of a pull request. */
export interface PullText {
  head: string
  base: string
  title: string
  description: string
}

interface Form {
  host: RegExp
  page(pull: PullText): string
}

const forms: Form[] = [
  {
    host: /(^|\.)github\.com$|^github\./,
    page: ({ head, base, title, description }) =>
      `/compare/${encodeBranch(base)}...${encodeBranch(head)}?${query({ expand: '1', title, body: truncate(description) })}`,
  },
  {
    host: /(^|\.)gitlab\.com$|^gitlab\./,
    page: ({ head, base, title, description }) =>
      `/-/merge_requests/new?${query({
        'merge_request[source_branch]': head,
        'merge_request[target_branch]': base,
        'merge_request[title]': title,
        'merge_request[description]': truncate(description),
      })}`,
  },
  {
    host: /^(codeberg\.org|gitea\.com)$|^(gitea|forgejo)\./,
    page: ({ head, base }) => `/compare/${encodeBranch(base)}...${encodeBranch(head)}`,
  },
  {
    host: /^bitbucket\.org$/,
    page: ({ head, base }) => `/pull-requests/new?${query({ source: head, dest: base })}`,
  },
]

/** Returns the page for opening a pull request, if the URL scheme of the host is known. */
export function manualLink(repoUrl: string, pull: PullText): string | undefined {
  const url = new URL(repoUrl.replace(/\.git$/, ''))
  const form = forms.find(({ host }) => host.test(url.hostname))
  return form && `${url.origin}${url.pathname}${form.page(pull)}`
}

function encodeBranch(branch: string): string {
  return branch.split('/').map(encodeURIComponent).join('/')
}

function query(fields: Record<string, string>): string {
  return new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== '')).toString()
}

/** Limits the text, because URLs have a maximum length. */
function truncate(text: string): string {
  return text.slice(0, 2000)
}
