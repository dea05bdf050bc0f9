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
  fixed_setting: [
    409,
    'The environment variable {variable} sets {key} and takes precedence. Change or remove the variable.',
  ],
} as const
