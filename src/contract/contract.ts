import type { CompiledValidators } from './compiled-validators.js'
import type { Document } from './openapi-document.js'
import { createRouter, type Router } from './router.js'
import type { Validator } from './validator.js'

export interface Contract extends Router {
  document: Document
  /** Undefined until it has been loaded: start-up does not need it. */
  validator: Validator | undefined
  loadValidator(): Promise<Validator>
  /** The judge who has words for every fault. AJV is the dearest thing to load: only when somebody is at fault. */
  loadDetailedValidator(): Promise<Validator>
}

/** `loadLooks` brings what was compiled from the document beforehand; without it everything is compiled at first use. */
export function createContract(
  document: Document,
  loadCompiledValidators?: () => Promise<CompiledValidators>,
): Contract {
  let loadingValidator: Promise<Validator> | undefined
  let loadingDetailedValidator: Promise<Validator> | undefined
  async function loadFastValidator(loadCompiled: () => Promise<CompiledValidators>): Promise<Validator> {
    const [{ createFastValidator }, compiled] = await Promise.all([import('./compiled-validators.js'), loadCompiled()])
    return createFastValidator(compiled, contract.loadDetailedValidator)
  }
  const contract: Contract = {
    ...createRouter(document),
    document,
    validator: undefined,
    loadValidator() {
      loadingValidator ??= (
        loadCompiledValidators ? loadFastValidator(loadCompiledValidators) : contract.loadDetailedValidator()
      ).then((validator) => (contract.validator = validator))
      // Should it fail, it is tried again.
      loadingValidator.catch(() => (loadingValidator = undefined))
      return loadingValidator
    },
    loadDetailedValidator() {
      loadingDetailedValidator ??= import('./detailed-validator.js').then(({ createDetailedValidator }) =>
        createDetailedValidator(document),
      )
      loadingDetailedValidator.catch(() => (loadingDetailedValidator = undefined))
      return loadingDetailedValidator
    },
  }
  return contract
}

/** Start-up refuses when document and code do not cover each other. */
export function assertAllOperationsImplemented(contract: Contract, operations: object): void {
  const documented = contract.operations.map(({ id }) => id)
  const implemented = Object.keys(operations)
  const mismatches = [
    ...documented.filter((id) => !implemented.includes(id)).map((id) => `${id} is in the document but not in the code`),
    ...implemented.filter((id) => !documented.includes(id)).map((id) => `${id} is in the code but not in the document`),
    ...documented.filter((id, i) => documented.indexOf(id) !== i).map((id) => `${id} is in the document twice`),
  ]
  if (mismatches.length > 0) throw new Error(`The contract and the code disagree: ${mismatches.join('; ')}`)
}
