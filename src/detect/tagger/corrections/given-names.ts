// Given names that the lists in models/lists lack or that the model's word classes do not know as names: African, Arabic,
// Celtic, Indian, Iranian, Japanese, Slavic, Turkish and others, except those that are also English words. Written for this
// project (CC0).

import { hashesOf, WordSet } from "./role-words.ts";

/** The hashes of these names. */
export const MORE_GIVEN_NAMES = new WordSet(
  hashesOf(
    "aadhya aakash aarav aarti abdulrahman abebe abebech abeni abhay abhijit abhinav abhishek abiola achieng achilleas " +
      "adaeze adaku adebayo adeyemi adisa aditi admir adnan adwoa afua agnieszka agron ahmed ahmet aigerim aigul aiko " +
      "ailbhe ailish ailsa aine ainhoa ainura aishwarya aisling aisyah aitor aivars ajay akari akash akemi akhil akiko " +
      "akin akinyi akira akosua alasdair alastair aleksei alemayehu alexei algot aliaksandr alibek aliyah aliyu alok " +
      "aloysius altantsetseg alun alyona amadi amaia amaka amandeep amara amarachi amarjit amirul amitabh ammar amrita " +
      "anahera anahit ananthi ananya anastasius anatoly anaïs andile andrei andriy andrés aneesh aneirin anele anetta " +
      "angelos angharad aniket anil anirudh anisur anita anjana ankit ankita ankur annelise anong antje antía anuj anupam " +
      "anuradha anwar anže aodhan aoi aoife aphiwe apinya apostolos arash archibald ardit areeba areej arjan arkadiy " +
      "arman armen arnav aroha arslan artem arvind aryan aseel ashish ashraf ashwin asif aslan asma asmita astri " +
      "athanasios atif atsuko atul aurelius aurélie ausra avinash avishai aviva ayaka ayanda ayomide aysha aytan ayumi " +
      "ayşe azadeh babajide babak bahram bahrom bairbre bakyt balazs barnabas barnaby bartek bartholomew bartosz bashir " +
      "batbayar batsheva bayo begoña behrouz bekzat beniamino benoît bertrand besnik bethan bhavana bhavesh bhavik bhavna " +
      "bibek bijan bilge binh binod bisi björn blerim blodwen bogumila bolaji bolanle boluwatife bongani bopha bosede " +
      "bounmy bożena brannagh breogán brona bronagh bronislaw bronwyn bujar busisiwe bálint calum caoilfhionn caoimhe " +
      "caolan carwyn carys casimir cathal catriona cayetano ceinwen cengiz ceri chaitanya chandrika cheikh chenda chenoa " +
      "chiamaka chibuzo chidera chidi chidinma chiedza chieko chiemeka chihiro chikondi chileshe chinelo chinonso chinwe " +
      "chinyere chioma chipo chitra chiyo chizoba chloé christabel chuka chukwudi chukwuemeka cian cillian clemence " +
      "clodagh clément colm conall cormac cressida crispin cristiano cristóbal cuthbert cyprian cécile célia césar dabir " +
      "daire daisuke daithi dalisay dalitso danai dashiell dayo dearbhla deepak deepti defne delroy delyth demelza " +
      "demetrius denys dervla desean desislava devraj dhananjay dhruv diarmuid dieudonne dilani dilip dilnoza dilshad " +
      "dilys dimitar dimitra dimitris dinara dinesh djamila dmitri dmitrij dmytro dobromir donagh donal dongwook donncha " +
      "dorji doruk drita duaa dunstan dusan dzmitry dženan eavan ebele ebenezer ebere edda edurne efua egbert egor eilidh " +
      "eimear eirini eirlys eitan eithne ejiro ekaterina ekene ekin ekow elaheh elchin eldar eleftherios elfriede elif " +
      "eliška ellery elnaz eloho eluned emem emer emeric emina emir emyr eniola enkhbayar enver eoin erasmus ercan erjon " +
      "erkan ermengarde ermias eryk eshan esme estera etain eunji euphemia eustace evander evangelos evgeni evgenia eyal " +
      "eylül ezgi ezinne fadwa fahad faisal faizan farai fardin farhad farhan farid farrukh fateh fatih fatima fatuma " +
      "fawaz fenella feng ferdinand fergal fergus feride fermín fetu feyza ffion fiachra fiadh finola fintan fionn " +
      "firdaus firuza fitri fiyin flutura folake folasade foluke franek françois françoise frédéric fuad fumiko furkan " +
      "gaelle garazi gareth garima gathoni gaurav gauri gbenga geert geneviève gennadiy gennady georgios geraint gerhard " +
      "gerlinde germán gervase getachew gethin gevorg ghassan gideon gifty gintaras gintare giorgos gisela giuliana gizem " +
      "glenys gobinath golnaz goran gosia grainne grania grażyna gretel gruffydd grégoire gudmundur guillem gulnara " +
      "gulsen guneet gunel gunjan gunnhild gunther guntis gurpreet gwenllian gérard gökhan göran hadar hadiza hadrian " +
      "haeun hafsa haider hajime hakon halyna hamad hamid hanan hanane hanif hanin hanneke haoran hardeep hareem harish " +
      "harjit harpreet harshad harshit haruka haruki harumi haruto hasan hashim hasmik hasnain hatice hauwa havva hayato " +
      "hazem haziq hedda heena hemant hengameh henna henrike heorhii hermione hervé hicham hideaki hideki hieu hilal " +
      "himanshu hina hinemoa hiromi hiroshi hiroto hirut hisako hisham hitomi hoda honoka horatio hossein hrafnhildur " +
      "hrishikesh hristo hryhoriy htet huda humphrey husain huyen hyejin hyunwoo håkon hélène iain ibtisam iddo idowu " +
      "idris idwal iestyn ieva ifan ifeanyi ifeoma ifunanya ignas ignatius igor ikechukwu ikenna ildiko ildikó ilir ilkay " +
      "ilkka ilya ilze immanuel imran inam inderjit indrani inese ingmar ingrith ingvild inigo inés inês ioannis iolo " +
      "iona iqbal irem irfan irène ishaan ishita iskra isolde israa istvan itai itumelang itziar ivaylo iwona iyabo jaana " +
      "jaber jabulani jaewon jago jagoda jahanzaib jalal janos jaquan jarek jarmila jasleen jaspreet jaswinder jatin " +
      "javed jawad jaya jayant jayanti jaydeep jayendra jayesh jedrzej jelena jelle jemima jeong jeroen jesús jhanvi " +
      "jiahao jian jianhong jiho jihoon jihye jinhee jinwoo jisoo jiwon jiwoo jiyeon jiří joaquín jobst jocasta joon " +
      "jorunn josepha josé joël jugal julián jumoke junaid junichi juniper junko jurek jurgen jurgita jussi jérôme jörg " +
      "jörgen jürgen kabir kaciu kadija kaede kagiso kaiya kajal kalaivani kalani kalyan kamau kamon kamran kaoru " +
      "karishma karsten karthik karthika kartik kasia kasim kaspars kasun katalin katerina kateryna katinka katsumi " +
      "kavita kavitha kavya kazuki kazuo keelan keita kekoa kelechi kenji kenta kentaro kerem kersti keshav ketevan ketil " +
      "ketut kevork keza khaled khamphone khanh khanyisile khoa khrystyna khushi kieran kieron kimani kiranjit kirill " +
      "kirsi kishan kishore kjersti kjetil klaus kofi koji kokou kolade komal kondwani konstantin konstantinos konstanze " +
      "kostas kouame kourosh krishnan kristof krisztina kshitij kubanychbek kubra kudzai kujtim kunal kunle kushal květa " +
      "kyoko kyrylo käthe lacramioara laila lakshman lalit lanre laoise larbi latifah laurentius laurynas layth lazlo " +
      "leire lekan leocadia leocadio leonid lesedi leszek leyla leyre lien liesbeth liesl lihua liis liridon liudmyla " +
      "ljiljana llinos lochlann lorcan lowri loïc lubna lubomir lucasta lucyna ludovic lukasz lulwa lungile luong luís " +
      "lwazi lysander lyubov lyudmila léa lüder maarit maarten maazin madhav madhavi madhu madoka maebh magdalene mahbub " +
      "mahendra mahfuz mahima mahira mahnoor mahsa maialen mairead mairi majd majid makena makoa makoto malachy malee " +
      "malgorzata mallika manan manasi maneesh manish manjit manju manjula mannat manoj mansi mansoor manvi marcello " +
      "mared margarethe mariko mariusz mariya marjan marjolein martyna martín maría masaki masako masashi masato masood " +
      "matthäus matyas maxime maximilian maya mayank mayowa mayumi maël maëlle mbali mechthild meera meghana mehtap " +
      "mehwish meiling meirav meirion mekonnen meltem menaka menna mercan merfyn meriem meritxell meseret mhairi michał " +
      "michèle midori mikhail mikołaj milind minako mindaugas minerva mingyu minjun minoo minori minseo mirza misaki " +
      "mitali mitja miyu modupe mohamad mohammad mohit mohsen momoko montse morag mordechai morteza morwenna moshe " +
      "mostafa motoko mpho mudassar muhammet muireann mukund mulugeta munira murtaza musab mutale muthoni muthu mwangi " +
      "myfanwy märta mélanie mónica nabil nadeem nadezhda nadira nafula nagesh naiara naima najib nakul nalani naledi " +
      "namita namrata nanami nandini nandita naoki naoko naresh nargis narine nasreen nasrin natascha nataša nathalie " +
      "nathi nattapong naveed navneet navya nayan nazanin nazli ndeye ndidi nebojša neelam neema neeraj neeta nelu " +
      "neringa nermin nerys nesta neus nevaeh ngaire nhan nhi nhu nhung niamh nicodemus nicolás nidhi nigora nikhil " +
      "nikita nikolai nikolaos nikolay nikos nilar nilesh nilgün nilufar nimisha niran nirmala nishant nishita nitin " +
      "nitya njeri nkechi nkem nkosana nkosi nnamdi nneka nnenna nobuhle nobuko nodira noelani nomsa nomvula nooshin " +
      "norhayati noriko nosipho nozomi noël nsengiyumva nuala nuray nurul nwando nyambura nyasha oana obinna octavius " +
      "océane odalys oddny oddvar odhran odélia oier oisin oksana olabisi oladele olaoluwa oleander oleg oleksiy olha " +
      "oluchi olufemi olusegun oluwadamilola oluwaseun oluwatobi oluyemi olwen omid omkar omolara omotola onyeka oonagh " +
      "oren orhan oriol orit orla orlaith orsolya osagie osama osbert osian ossian otabek otieno ottokar ottoline ottó " +
      "owain oyinkan padma padraic padraig palesa pallavi panagiotis pankaj paolina parisa parminder parth parvati parvin " +
      "pascaline pawel paweł payal pegah peng peregrine perihan perpetua perrin petronella petros phindile phong phyu " +
      "phúc pinar piret piyush poonam prabha prabhu pradeep pradip pranav pranay pranjal prateek prathima pratibha pratik " +
      "praveen preeti prerna pritam priti priyanka priyansh przemek przemyslaw puja purva pushpa qais qasim quang quim " +
      "quoc raanan rachida radhika radoslaw rafal raffaela rafiq raghav raghu rahaf rahima rahul raija raimund rainer " +
      "raivo rajat rajeev rajesh rajib rajni rakhi ramin ramzi ramón rangi rania ranjana raphaela raphaël rashmi ratko " +
      "ravinder ravindra rawan razia raúl reema refilwe rehan rehana rehema reiko rekha rembrandt renske renuka rené " +
      "renée reshma reyhan rhian rhodri rhys riaz richa ridley ridwan rinat riona rishabh rishi rithy ritika ritu riya " +
      "rizky rizwan rocío rodel rohit roisin rojin roksana ronak ronit rosalinde rosamund roshan roshni rostam roswitha " +
      "rotem roya ruadhan ruaridh rubina rubén ruchi ruchika rudra rufaro rukmini rumiko rupa rupal ruqayya ruslan rustam " +
      "ruta ryoko ryota rüdiger sabeen sabiha sabine sabitri sachiko sachin sadaf sadhbh sadia sadiq saeed safa saima " +
      "sajid sajjad sakshi saltanat sameera sandeep sandhya sandor sanduni sangeeta sanjana sanjeev saoirse saori sapna " +
      "sarit sarthak sarvesh sashi sasikala sathish satoko satoshi saulius saurabh savita savvas sawyer sayaka sayed " +
      "sayeeda sayuri seanan sebnem sefo sekou selam selamawit selcuk selim semih sena senad senthil seohyun seojun " +
      "seoyeon seraphina serena sergei sergey serhiy serkan sertac seun seval seyi seyma shabana shabnam shafiq shagufta " +
      "shahana shahd shahid shahla shahram shahzad shaila shaista shakil shalini shamima shamsa shanika shanthi sharad " +
      "sharif sharmin shashank shazia sheetal shefali shehzad shekhar sherif sherzod shigeru shikha shimon shinichi " +
      "shinji shireen shirin shiro shivam shivani shizuka shlomo shobha shoko shota shraddha shreyas shrikant shruti " +
      "shuang shubham shubhangi shweta shyam siddharth siddhartha siegfried sieglinde siegmund sigismund sigita sigridur " +
      "sihle sikandar simran sindhu sindisiwe sinead sinem siniša sione siriporn sirpa siwan sixten siyabonga skyler " +
      "slawomir sloane sneha snehal snezana sobia sofiya sofía sohail soheila solene solomiya solène somchai sonal sonali " +
      "sorcha soumya soyeon spyros sravya sreedhar sreymom sridhar srijan srikanth srinivas stanislas stanislav stanislaw " +
      "stavros stellan steluta stoyan stéphane sudeep sudha sudhir sufyan suhail suhana sujay sujit suleiman suleyman " +
      "sulin sumaiya sumit sumita sunaina suneel sunil supaporn suraj suresh surinder suriya sushma susumu sutrisno " +
      "suyash sven svetla swapna swati syafiq syed sylvain szilvia szilárd séverine søren taavi tadashi tadeusz tadhg " +
      "tadhgan tafadzwa taghreed tahir tahira tahmina taichi taiye tajudeen takao takashi takeshi takoda takumi talal " +
      "taliesin tamar tamsin tamás tanaz tancred tanmay tanuja tanveer tanvi tapiwa tarek tariku tariq tasneem tatsuya " +
      "tauseef tavita taylan tegwen tejal temitope tendai terhi terje tesfaye teuvo thabang thabo thandeka thandi " +
      "thandiwe thant tharindu theodoros thessaly thida thilaga thoko thorsten thuan théo thérèse tianna tierna tierney " +
      "tigist tihomir tiit timea timothea tinashe tinatin toanna tobiloba tobin toivo tolga tolulope tomek tomislav tomoe " +
      "tomoya tomás tomáš tonje torbjörn torgeir torin torkel tormod torstein toru torunn tosin toyin trayvon triin " +
      "tristan trond trupti trystan tsegaye tsering tsholofelo tudur tugba tulay tulin tumelo tunde turlough tushar tuva " +
      "tuğçe tymofiy uchenna uday ugochi umair umar umesh unai unathi urszula urvashi uwase uxía uzma vaclav vadim " +
      "vaibhav vaino vakhtang valbona valdis valeriy valérie vandana vanja vannak vanya varsha varun vasanth vasilis " +
      "vassilis vasu vasudha venkat venkatesh verónica vibha vidya vignesh vijaya vikas vikash vikram vikrant viktoriya " +
      "vilgot vinaya vinayak vineet vineeta vinod violetta vipin viraj viral virendra visar vishal vishnu vishwa vitaly " +
      "vivaan vivek vladislav volker volodymyr voula vugar vusi vusumuzi vuyo vyacheslav vytautas väinö víctor wafa " +
      "wahida walburga waldemar waleed walther wambui wangari wangui wanjiku warda waseem wasim wati wedad wenceslas " +
      "wichai wiebke wieslaw wilfried winfried wioletta wiremu witold wojciech wojtek wolfram xanthe xiang xiao xiaoli " +
      "xiaoming xiu xolani xoán yaa yaakov yael yakov yakubu yami yamini yanick yannis yanto yaroslav yarrow yasha " +
      "yashika yasir yasuko yaw yaxin yaël yehuda yemi yeon yevhen yewande yeşim yiannis yifan yigit yinka yitzhak yngve " +
      "yohannes yonas yonatan yosef yoshi yoshiko youngjae yousuf yuka yukari yuki yukiko yukio yulia yuliya yunus yuri " +
      "yuriko yuriy yusef yusra yuto yuval yuxuan zaahir zadie zahid zahir zahraa zaid zaina zakia zanele zawadi zayden " +
      "zbigniew zbyszek zdenek zdeněk zeeshan zeina zeki zeljko zenab zerrin zhanna zhen zhi zhivka zixuan zlatan zoran " +
      "zorica zoya zoé zsofia zubair zuhal zuhura zuleikha zulfiqar zvi ágnes álvaro ángel åsa åse çağla édouard élise " +
      "émilie éric étienne íñigo óscar ömer özge özgür özlem øystein ľuboš",
  ),
);
