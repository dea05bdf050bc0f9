/** A task of the plan, with the references of the tasks that block it. */
export interface PlannedTask {
  ref: string
  title: string
  priority: 'low' | 'medium' | 'high' | 'urgent'
  blockedBy: string[]
}

/** The checkout of a shop in 15 tasks. Two agents can always work at the same time, except at the start and the end. */
export const shopPlan: PlannedTask[] = [
  { ref: 'cart-model', title: 'Define the cart model', priority: 'urgent', blockedBy: [] },
  { ref: 'provider', title: 'Choose a payment provider', priority: 'high', blockedBy: [] },
  { ref: 'cart-api', title: 'Build the cart API', priority: 'high', blockedBy: ['cart-model'] },
  { ref: 'cart-page', title: 'Build the cart page', priority: 'medium', blockedBy: ['cart-api'] },
  { ref: 'address', title: 'Build the address form', priority: 'medium', blockedBy: ['cart-model'] },
  { ref: 'shipping', title: 'Calculate shipping rates', priority: 'medium', blockedBy: ['address'] },
  { ref: 'taxes', title: 'Calculate taxes', priority: 'low', blockedBy: ['cart-model'] },
  {
    ref: 'payment-api',
    title: 'Integrate the provider',
    priority: 'high',
    blockedBy: ['cart-api', 'provider'],
  },
  {
    ref: 'payment',
    title: 'Build the payment page',
    priority: 'high',
    blockedBy: ['payment-api', 'cart-page'],
  },
  { ref: 'order-model', title: 'Define the order model', priority: 'medium', blockedBy: ['cart-model'] },
  {
    ref: 'order-api',
    title: 'Build the order API',
    priority: 'high',
    blockedBy: ['order-model', 'payment-api'],
  },
  { ref: 'email', title: 'Send confirmation emails', priority: 'low', blockedBy: ['order-api'] },
  { ref: 'order-page', title: 'Build the order page', priority: 'medium', blockedBy: ['order-api'] },
  { ref: 'journey', title: 'Test a whole purchase', priority: 'high', blockedBy: ['payment', 'email'] },
  { ref: 'notes', title: 'Write the release notes', priority: 'low', blockedBy: ['journey', 'shipping'] },
]
