interface ImportMetaEnv {
  readonly VITE_API_BASE?: string
  readonly VITE_IP_LOOKUP_URL?: string
  readonly VITE_CAPABILITIES?: string
  readonly VITE_TIMING_URL?: string
  readonly VITE_POW_POST_ORIGINS?: string
  readonly VITE_SITE_ORIGIN?: string
  readonly VITE_CONTACT_URL?: string
  readonly VITE_AD_CLIENT?: string
  readonly VITE_AD_SLOT_LARGE?: string
  readonly VITE_AD_SLOT_MEDIUM?: string
  readonly VITE_AD_SLOT_SMALL?: string
  readonly VITE_ENC_KEY_1?: string
  readonly VITE_ENC_KEY_2?: string
  readonly VITE_ENC_KEY_3?: string
  readonly VITE_ENC_KEY_4?: string
}
