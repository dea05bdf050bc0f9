/** Texts about the instance and its operator. */
export const texts = {
  legalLinks: {
    label: 'About this instance',
    terms: 'Terms',
    privacy: 'Privacy policy',
    imprint: 'Imprint',
    contact: 'Contact',
    support: 'Email support',
  },
}
