/** Errors caused by the settings of the instance. Part of `errorTable`. */
export const instanceErrors = {
  origin_refused: [
    403,
    'Requests from this web origin are not accepted. Add it to CORS_ORIGINS if it is yours.',
  ],
  host_refused: [
    403,
    "This instance doesn't serve the host name of this request. Use the host of APP_URL, or add this one to ALLOWED_HOSTS.",
  ],
  setup_link_needed: [
    403,
    'This instance has no administrator yet. Open the setup link that the server printed when it started.',
  ],
  registration_closed: [403, 'Registration is closed on this instance. Ask its administrator to open it.'],
  invitation_needed: [
    403,
    'New accounts need an invitation on this instance. Ask a member to invite you, and open the link in the email.',
  ],
  email_domain_refused: [
    403,
    'This instance accepts new accounts only from certain email domains. The sign-up page lists them.',
  ],
  sign_in_method_off: [
    403,
    'This instance does not offer this sign-in method: {provider}. Use another one, or ask an administrator.',
  ],
  no_recipients: [422, 'No active account matches these recipients. Choose others.'],
  already_sent: [409, 'This notification was sent already, so it can no longer be cancelled.'],
  job_not_failed: [
    409,
    'The job {job} has not failed, or is already being retried. Reload the list of jobs.',
  ],
  contact_off: [403, 'The contact form of this instance is turned off.'],
  marketplace_off: [404, 'The marketplace of this instance is turned off.'],
  marketplace_item_removed: [
    409,
    'An administrator removed "{name}" from the marketplace: "{reason}". Ask the administrators to restore it.',
  ],
  community_off: [403, 'Community posts are turned off on this instance.'],
  already_reported: [409, 'You already reported this post. The administrators can see your report.'],
  own_post_reported: [422, "You can't report your own post. Edit or delete it instead."],
  fixed_setting: [
    409,
    'The environment variable {variable} sets {key} and takes precedence. Change or remove the variable.',
  ],
  codes_hidden: [422, 'Viewing sign-in codes is turned off. Turn on the setting "admin.show_codes" first.'],
} as const
