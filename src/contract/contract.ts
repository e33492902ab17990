import type { Document } from './document.js'
import type { Judge } from './judge.js'
import { createRouter, type Router } from './router.js'

export interface Contract extends Router {
  document: Document
  /** Undefined until it has been loaded: AJV is the dearest thing to load, and start-up does not need it. */
  judge: Judge | undefined
  loadJudge(): Promise<Judge>
}

export function createContract(document: Document): Contract {
  let loading: Promise<Judge> | undefined
  const contract: Contract = {
    ...createRouter(document),
    document,
    judge: undefined,
    loadJudge() {
      loading ??= import('./judge.js').then(({ createJudge }) => (contract.judge = createJudge(document)))
      return loading
    },
  }
  return contract
}

/** Start-up refuses when document and code do not cover each other. */
export function assertCovered(contract: Contract, operations: object): void {
  const documented = contract.operations.map(({ id }) => id)
  const coded = Object.keys(operations)
  const faults = [
    ...documented.filter((id) => !coded.includes(id)).map((id) => `${id} is in the document but not in the code`),
    ...coded.filter((id) => !documented.includes(id)).map((id) => `${id} is in the code but not in the document`),
    ...documented.filter((id, i) => documented.indexOf(id) !== i).map((id) => `${id} is in the document twice`),
  ]
  if (faults.length > 0) throw new Error(`The contract and the code disagree: ${faults.join('; ')}`)
}
