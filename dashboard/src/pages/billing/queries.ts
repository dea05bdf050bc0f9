import { read } from '../../read.ts'

export const billingQuery = read('billing.get', {})
