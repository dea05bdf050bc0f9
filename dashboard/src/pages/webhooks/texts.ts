import type { DeliveryStatus } from './queries.ts'

/** Texts of the webhooks of an organization, their form and their deliveries. */
export const texts = {
  webhooksPage: {
    title: 'Webhooks',
    intro: 'A webhook sends signed events to a URL in order, and retries failed deliveries.',
    create: 'New webhook',
    noun: 'webhooks',
    empty: {
      title: 'No webhooks yet',
      text: 'Create a webhook to start a build when a task is completed, or to update another tool.',
    },
    inProject: (project: string) => ` in ${project}`,
  },

  status: { active: 'Active', failing: 'Failing', paused: 'Paused', disabled: 'Disabled' },

  deliveryStatus: {
    pending: 'Pending',
    delivered: 'Delivered',
    failed: 'Failed',
    given_up: 'Given up',
  } satisfies Record<DeliveryStatus, string>,

  editPages: {
    createTitle: 'New webhook',
    editTitle: (name: string) => `Edit ${name}`,
    saved: (name: string) => `Saved ${name}.`,
  },

  webhookForm: {
    label: 'Webhook',
    subject: 'The webhook',
    create: 'Create webhook',
    save: 'Save webhook',
    name: 'Name',
    url: 'URL',
    urlHint: "An https URL on the public internet. Redirects aren't followed.",
    urlPlaceholder: 'https://ci.example.com/hooks/baton',
    description: 'Description (optional)',
    source: 'Source',
    sourceHints: {
      organization: 'Events that every member can see. Private projects and team projects are excluded.',
      project: 'All events of this project, including those that only some members can see.',
    },
    wholeOrganization: 'Whole organization',
    onlyProject: (project: string) => `Only ${project}`,
  },

  events: {
    title: 'Events',
    selection: 'Event selection',
    options: { all: 'All events', some: 'Selected events' },
    list: 'Events',
    selected: (count: number, total: number) => `${count} of ${total}`,
    individual: 'Individual events',
    individualLabel: (kind: string) => `Individual events: ${kind}`,
  },

  newSecret: {
    label: 'New secret',
    title: (webhook: string) => `Secret of “${webhook}”`,
    hint: "Copy it now. You won't see it again. The receiver needs it to verify that events come from Baton.",
    rotationHint: 'Both secrets sign for 24 hours. Replace the secret at the receiver before then.',
    copy: 'Copy secret',
    done: 'Done',
  },

  webhookPage: {
    disabled: (reason: string) => `Baton disabled this webhook. ${reason}`,
    ping: 'Ping',
    pause: 'Pause',
    resume: 'Resume',
    actions: (name: string) => `Actions for ${name}`,
    edit: 'Edit',
    rotate: 'Rotate secret…',
    delete: 'Delete…',
    confirmRotate: {
      title: (name: string) => `Rotate the secret of ${name}?`,
      text: 'Both secrets sign for 24 hours. After that, only the new one does.',
      action: 'Rotate secret',
    },
    confirmDelete: {
      title: (name: string) => `Delete ${name}?`,
      text: "It stops receiving events, and its delivery log is deleted. You can't undo this.",
      action: 'Delete',
    },
    url: 'URL',
    events: 'Events',
    source: 'Source',
    project: (name: string) => `Project ${name}`,
    organization: 'Events that every member can see',
    failingSince: 'Failing since',
    oldSecret: 'Old secret',
    oldSecretUntil: (time: string) => `Also signs until ${time}`,
  },

  webhookChanges: {
    paused: (name: string) => `Paused ${name}.`,
    resumed: (name: string) => `Resumed ${name}.`,
    deleted: (name: string) => `Deleted ${name}.`,
  },

  notFound: {
    title: 'Webhook not found',
    text: 'It was deleted, or it belongs to another organization.',
    all: 'All webhooks',
  },

  deliveries: {
    title: 'Deliveries',
    intro: 'The last 30 days, newest first.',
    noun: 'deliveries',
    statusFilter: 'Delivery status',
    allStatuses: 'All',
    empty: { title: 'No deliveries yet', text: 'Send a ping to test the webhook.' },
    noMatches: { title: 'No matching deliveries', text: 'Choose another status to see more.' },
    columns: {
      event: 'Event',
      status: 'Status',
      attempts: 'Attempts',
      nextAttempt: 'Next attempt',
      created: 'Created',
    },
    now: 'Now',
  },

  deliveryDialog: {
    title: 'Delivery',
    loading: 'the delivery',
    status: 'Status',
    messageId: 'Message ID',
    attempts: 'Attempts',
    noResponse: 'No response',
    duration: (milliseconds: number) => ` · ${milliseconds} ms`,
    response: 'Response',
    headers: 'Request headers',
    payload: 'Payload',
    close: 'Close',
    resend: 'Send again',
  },
}
