// Abbreviations that, in capitals, name no person, place or organization: of technology, business, law, medicine, trades and
// chat, words that programs shout, currency codes (ISO 4217). The model was trained on news and encyclopedias, where a word
// in capitals is nearly always an organization. Written for this project (CC0).

import { hashesOf, WordSet } from "./role-words.ts";

const COMPUTING =
  "acid acl adfs adsl aes agpl aix ajax ansi aot apac api apis arm arp ascii asn ast auth avx aws bash bgp bic bios " +
  "blob bsd cap cdn cdns cgi ci cidr cjs cli cmac cmake cmd cms cname cors cpan cpu cpus crc crdt crm cron crud csp " +
  "csr csrf css csv ctr cuda cve cvs cwe dag ddl ddos dev dfa dhcp dhcpack dhcpdiscover dhcpnak dhcpoffer dhcprequest dkim dmarc dml dmz dns dnssec doh dom dpi dram " +
  "drm dsa dsl dsn dtd dto ebpf ecc ecdh ecdsa eda efi eks elb elf emr eof eol eot erd erp esm etag etl exif ext faas " +
  "faq faqs fat ffi fifo fips flac flops fpga fqdn fsm ftp ftps gc gcc gcm gcp gdb gid gif glsl gnu gpg gpl gps gpt " +
  "gpu gpus grpc grub gstin gtk gui guid hdd hdfs hdmi hdr hkdf hmac hpa hpc hsm hsts html http https iaas iam icmp iec ieee " +
  "icu ide ides idp iis imap imei ini io iops ios iot ip ipam ipc ips ipsec ipv irc irq isa isc iscsi iso isp isps itsm " +
  "jar jdbc jdk jit jndi jpa jpeg jpg jre jsdoc jsdocs json jsonl jsp jsx jvm jwe jwk jwks jws jwt kex kms kvm lan " +
  "lcd ldap led leds lfs lgpl lifo llm llms llvm lru lsb lsp lte lts luks lvm lzma mbr mcp mdm mfa mib mime mimo " +
  "mit mmu mpeg mpi mpls mqtt msb msi mssql mtls mtu mvc mvcc mvp mvvm nas nat ndjson nfc nfkc nfs nic nlp nosql " +
  "npm ntfs ntlm ntp numa nvme oas oauth oci ocr oidc olap oled oltp oob oobe oom oop orm os osi osm ospf otp ova " +
  "pam pan pbkdf pbx pcap pcie pcm pcre pdf pdfs pdo pem pgp pid pkce pkcs pki png poe posix ppa ppp prng psk ptp ptr " +
  "pwa pxe qa qos qr quic raid ram rbac rdbms rdf rdp regex repl rest rfc rfcs rfid rgb rhel rnn rom rpc rpm rsa " +
  "rss rtc rtp rtt saas saml sasl sata sbom scada scim scp scss sdk sdks sdlc sdn seo sftp sgml sha sid siem sigint " +
  "sigkill sigterm simd sip siv sla slas slo slos smb smpp sms smtp smtps sni snmp soa soap soc socks spa spf spi " +
  "spki sql sqs sram sre srv ssd ssds sse ssh ssid ssl sso ssr sstp stderr stdin stdout stl stp stun svg tar tcp " +
  "tdd tde tdp tftp tiff tls toml tor totp tpm tps tsv tsx ttl tty turn uac uat udp uefi ui uid uids uml unix uri " +
  "uris url urls urn usb utc utf uuid uuids ux vax vcpu vcs vga vlan vlans vm vms vnc vod voip vpc vpn vpns vps " +
  "vram vrf vrrp waf wal wan wasm wav webp wep wlan wpa wps wsdl wsgi wsl wss www wysiwyg xhr xls xlsx xml xmpp xor " +
  "xsd xslt xss yaml zfs";

const LEVELS = "critical debug error fatal info trace warn warning";

/** What else programs and their logs write in capitals. */
const SHOUTED =
  "abort active approved args bool connect connected continue declined default delete denied " +
  "disabled done down enabled enum errors exit fail failed false fixme get hack head idle key lock " +
  "low max min null offline ok online open options pass passed patch pending post put ready retry start started " +
  "stop stopped string success timeout todo true up update val void";

const BUSINESS =
  "apr apy arpu arr atv aum bant bau bom bpm bps btb btc cac cagr capex capm cfd cogs cpc cpi cpm crypto csat " +
  "cta dao dcf dei dpo dso ebit ebitda eod eom eoy epc eps erg esg esop etf etfs ev fcf fob fte ftes fx fy gdp gmv " +
  "gnp grc gtm hnw hris icp ifrs ipo irr isin jv kpi kpis kyb kyc lei libor ltv mau mba moq mou mql mrr msa nav nda " +
  "ndas npl nps npv oem okr okrs opex otc pep pip pl pm pmi pmo po poc pos ppc pr prs pto qbr qoq rfi rfp rfq " +
  "roas roce roe roi sbu sem sepa sku skus sme smes sof sop sops sow sox spac ssot swot tam tco tcv toc tos ttm ubo " +
  "usdc usdt usp vat vc wacc wbs wfh wip xrp yoy ytd";

const LAW =
  "ada adr asb ccpa cobra cpra dac dmca dpa dpas dpia dsar ehcp eicr eula ferpa fmla foi foia gdpr hipaa hoa iep " +
  "itar lpa nop pci phi pii poa rti sdlt sen senco tds tupe";

const CHAT =
  "afaik afk aka asap atm bbl bff brb btw byob cu diy eta ffs ftw fwiw fyi gg gtg hmu icymi idk iirc ikr imho imo " +
  "irl jk lgtm lmao lmk lol nbd np nvm ofc omg omw ooo otoh pls pov ppl psa rofl rsvp smh tba tbc tbd tbf tbh tgif " +
  "thx tia til tldr tmi ttyl ty tyvm wdyt wrt wtf ymmv yolo";

const MEDICINE =
  "aaa abg abx acei acs adhd adl adls af aids aki als alt aml ards asa asd bipap bka bls bmi bmr bp bph bsl bun " +
  "cabg cbt ccu ckd cmv cns copd covid cpap cpr crp csf ct cva cvd cvp cxr dka dnacpr dnr dtap dvt ebl ebv ecg ect " +
  "eeg egfr ekg emg ent ercp esr esrd evar fbc ffp gbs gcs gerd gfr gi gord gtn gtt gyn hba hbv hcg hcv hdl hdu " +
  "hiit hiv hpi hpv hrt hsv htn ibd ibs im iud iv ivf jvp lbbb ldl lft lfts lmp lmwh lvef mcv mdt mi mmr mmse mri " +
  "mris mrsa nbm ng ngt nicu niv nkda nsaid nsaids nstemi ob ocd ocp ogtt orif pcr pcrs pe pet pft picc picu pmh " +
  "pms pnd ppe ppi ptsd pvd qds qid rbc rr rsv rta sbar sbo sbp scc sids sle snri sob ssri ssris std stds stemi " +
  "sti stis svt tb tbi tca tft tfts tid tkr tpn tsh turp uti utis vf vre vsd vt vte wbc wcc wnl";

/** Science, schools, building, cars, freight. */
const TRADES =
  "abs ac atp awd btec btu cctv cfc cnc dc ddp dna dpc ecu egr esc etd evs fcl ftl fwd gcse gcses gmat gre gtin " +
  "hgv hnc hnd hplc hs hvac ielts ir kva kwh lcl lgv lpg ltl mcb mdf mot mpg mph mrna msc nmr nox obd pat pgce phd " +
  "pir pod psi psu pta pv pvc rcbo rcd rma rna sat sats sim suv suvs tms toefl tv tvs upvc uv vin vrn wms";

/** Programs, systems and formats that every language writes with a capital and that are nobody's name. */
const PLATFORMS =
  "android bluetooth chromium debian ethernet excel fedora firefox gnome internet javascript kde kubernetes linux mysql " +
  "outlook powerpoint postgresql python thunderbird ubuntu unicode unix vulkan wifi windows wordpress";

/** The hashes of those of computing and networks, which are the same in other languages. */
export const TECHNICAL = new WordSet(hashesOf(COMPUTING, PLATFORMS, LEVELS));
/** The hashes of those that count with a single capital, too. */
export const PLATFORM_NAMES = new WordSet(hashesOf(PLATFORMS));

/** The hashes of all of these. */
export const ABBREVIATIONS = new WordSet(
  hashesOf(COMPUTING, LEVELS, SHOUTED, BUSINESS, LAW, CHAT, MEDICINE, TRADES),
);
