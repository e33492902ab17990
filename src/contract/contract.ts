import type { Looks } from './compiled-validators.js'
import type { Document } from './document.js'
import { createRouter, type Router } from './router.js'
import type { Judge } from './validator.js'

export interface Contract extends Router {
  document: Document
  /** Undefined until it has been loaded: start-up does not need it. */
  judge: Judge | undefined
  loadJudge(): Promise<Judge>
  /** The judge who has words for every fault. AJV is the dearest thing to load: only when somebody is at fault. */
  loadWords(): Promise<Judge>
}

/** `loadLooks` brings what was compiled from the document beforehand; without it everything is compiled at first use. */
export function createContract(document: Document, loadLooks?: () => Promise<Looks>): Contract {
  let loading: Promise<Judge> | undefined
  let loadingWords: Promise<Judge> | undefined
  async function load(looks: () => Promise<Looks>): Promise<Judge> {
    const [{ createQuickJudge }, found] = await Promise.all([import('./compiled-validators.js'), looks()])
    return createQuickJudge(found, contract.loadWords)
  }
  const contract: Contract = {
    ...createRouter(document),
    document,
    judge: undefined,
    loadJudge() {
      loading ??= (loadLooks ? load(loadLooks) : contract.loadWords()).then((judge) => (contract.judge = judge))
      // Should it fail, it is tried again.
      loading.catch(() => (loading = undefined))
      return loading
    },
    loadWords() {
      loadingWords ??= import('./validator.js').then(({ createJudge }) => createJudge(document))
      loadingWords.catch(() => (loadingWords = undefined))
      return loadingWords
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
