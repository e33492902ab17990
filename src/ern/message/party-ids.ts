/** The DDEX party ids of the seeded parties. They have valid check characters, and belong to nobody. */
export const SERVICE_DPID = 'PADPIDA0000000001O'
export const ACCOUNT_DPID = 'PADPIDA0000000002M'
