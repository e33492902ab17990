import type { CompiledValidators } from './compiled-validators.js'
import type { Document } from './openapi-document.js'
import { createRouter, type Router } from './router.js'
import type { Validator } from './validator.js'

export interface Contract extends Router {
  document: Document
  /** Undefined until it is loaded, because start-up does not need it. */
  validator: Validator | undefined
  loadValidator(): Promise<Validator>
  /** AJV is expensive to load, so it is loaded with the first invalid value. */
  loadDetailedValidator(): Promise<Validator>
}

/** Without `loadCompiledValidators`, AJV compiles each schema at its first use. */
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
      // A failed load is tried again by the next request.
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

/** Throws unless the document and the code define the same operations. */
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
