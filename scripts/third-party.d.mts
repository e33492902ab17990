export interface ThirdPartyPackage {
  name: string
  version: string
  license: string
  texts: string[]
}
export function isAllowedLicense(expression: string): boolean
export function packagesOf(files: readonly string[]): ThirdPartyPackage[]
export function listBundledPackages(): Promise<ThirdPartyPackage[]>
export function licenseIssues(packages: readonly ThirdPartyPackage[]): string[]
export function formatLicenses(packages: readonly ThirdPartyPackage[]): string
export function parseHeadings(text: string): Omit<ThirdPartyPackage, 'texts'>[]
