// 2,048 names of places in the United States, one word each: names of post offices of the US Postal Service that have 2 to
// 40 ZIP Codes, so neither hamlets nor the best-known cities. Place names are facts; they were read from the package
// "zipcodes" 8.0.0 (BSD licence, (c) 2007 Dav Glass), whose US table comes from federalgovernmentzipcodes.us. Left out:
// everyday English words, countries, states, cities of the world, frequent given and family names, and possibly offensive
// words.
// The order is part of every stored token's numbering: never add, drop, move or respell a word.

/** Place names, capitalised, separated by blanks; none is a given or a family name of the other lists. */
export const CITY_NAMES = `Abbeville Aberdeen Abilene Abingdon Abington Absecon Acworth Adamstown Adamsville Adel Afton Agra
Akron Alachua Alameda Alamo Alamogordo Alamosa Albemarle Albertson Albertville Albion Alderson
Aledo Alger Algoma Alhambra Allegany Allendale Allenhurst Allensville Allenton Allentown Allenwood
Allerton Almena Almo Almont Alpena Alpharetta Altadena Altamont Altona Altoona Alturas Altus
Alvord Amana Amarillo Ambler Amboy Amenia Americus Amherst Amity Amityville Anaheim Anchorage
Andalusia Andover Angleton Angola Angora Ankeny Annandale Annapolis Anniston Annville Anson
Ansonia Antioch Apopka Appleton Aptos Arabi Arapahoe Ararat Arcadia Arcata Arco Arcola Arden
Ardmore Argyle Arkadelphia Artesia Arvada Asbury Ashburn Asheboro Asheville Ashfield Ashland
Ashtabula Ashville Astoria Atascadero Athol Atmore Atoka Attica Atwater Auburn Auburndale Audubon
Austell Austinville Avalon Avilla Avoca Avon Avondale Axtell Azle Baileyville Bainbridge
Bakersfield Bakersville Ballwin Bancroft Bangor Bapchule Bardwell Barnesville Barneveld Barnum
Barre Barrington Barstow Bartow Bascom Bastrop Batavia Batesville Baxley Bayard Bayfield Bayport
Baytown Bayville Beachwood Beallsville Beaufort Beaumont Beaverdam Beaverton Beckley Bedford
Bedminster Beeville Belden Belfast Belgrade Bellaire Belleview Belleville Bellevue Bellflower
Bellingham Bellmawr Bellmore Bellville Bellwood Belmar Belmont Beloit Belpre Belton Beltsville
Belvidere Bemidji Bena Bennington Bensenville Bentonville Berea Berkeley Berkley Berkshire Bern
Berne Berryville Bertrand Berwick Berwyn Bessemer Bethel Bethesda Bethpage Bethune Bicknell
Biddeford Bigfork Billerica Biloxi Binghamton Birchwood Bisbee Biscoe Bishopville Bismarck Bixby
Blacksburg Blackstone Blackwater Bladensburg Blairstown Blairsville Blakeslee Blissfield Blodgett
Bloomfield Bloomington Bloomville Bluefield Bluffton Blythe Blytheville Boaz Boerne Bogalusa
Bogota Boise Bolingbrook Bolivar Bondurant Bondville Booneville Boonville Borger Bostwick Bothell
Bowdon Bowersville Boyers Boynton Bozeman Braddock Bradenton Braggs Brainard Braintree Branchville
Brandywine Branford Brashear Brattleboro Brea Bremen Bremerton Brenham Brentwood Brewton
Bridgeport Bridgeton Bridgeville Bridgewater Briggsville Brighton Brightwood Brimfield Bristow
Broadview Brockport Brockton Brockway Brocton Brodhead Brookfield Brookhaven Brookings Brookline
Brookside Brookston Brooksville Brookville Broomfield Brownfield Brownsboro Brownsburg Brownstown
Brownsville Brownville Brownwood Bruceville Brule Brunswick Buckhorn Buckingham Buckland Bucklin
Bucyrus Buda Buena Buhl Burbank Burdett Burkeville Burley Burlingame Burlington Burnside
Burnsville Bushnell Butterfield Buxton Cabot Caddo Cadiz Calabasas Calais Caledonia Calera
Calexico Caliente Callao Calumet Calverton Camargo Camarillo Cambria Cambridge Camden Campbellton
Campo Campton Canby Candler Caney Cannelton Canterbury Canton Canyon Capron Capulin Carbondale
Carleton Carlsbad Carpinteria Carrollton Carterville Carthage Caryville Casco Cashion Cassadaga
Casselberry Cassville Castaic Castalia Castine Castleton Castlewood Castroville Catawba Catawissa
Cayuga Cazenovia Cedarville Centerport Centertown Centerville Centralia Centreville Ceres Ceresco
Chaffee Chalmette Chama Champaign Champlain Channing Chantilly Chapin Charlestown Chatfield
Chatham Chatsworth Chattanooga Chattaroy Chautauqua Cheltenham Cheraw Cherokee Cherryville
Chesapeake Cheshire Chestertown Cheyenne Chichester Chickasha Chico Chicopee Chiefland Chillicothe
Chilton Choctaw Christiana Chula Churchville Churubusco Cimarron Circleville Cisco Clanton
Claremont Claremore Clarendon Clarington Clarkdale Clarksburg Clarksdale Clarkson Clarkston
Clarksville Clarkton Clawson Claypool Clayville Clearfield Clearlake Clearmont Cleburne Clemson
Clermont Clio Cloverdale Clovis Clymer Coahoma Coaldale Coalmont Coalton Coatesville Coffeeville
Cohasset Colchester Colcord Coldwater Colebrook Colerain Collinston Coloma Colton Columbiana
Colusa Comanche Como Concho Concord Concordia Conesville Conover Conroe Conyers Cookeville
Cooksville Coolidge Cooperstown Copake Coppell Coram Cordele Corinth Corning Cornwall Corsica
Corsicana Cortland Corunna Corvallis Corydon Cottondale Council Courtland Coventry Covina
Craigsville Cranston Creedmoor Creighton Creola Cresco Cresson Crestline Creston Crestview
Crestwood Creswell Crete Crittenden Crofton Crookston Crossville Croydon Culbertson Cullman
Culloden Cupertino Curryville Cushing Cusseta Cynthiana Dadeville Daggett Dahlgren Dahlonega
Daleville Dalzell Danbury Danforth Dansville Danvers Danville Dardanelle Darien Darlington
Davisville Dayville Dearborn Dearing Debary Decatur Dedham Deepwater Deerfield Deering Delmont
Delphos Deltona Deming Denison Depew Derby Derry Dewar Deweyville Dighton Dillsboro Dimock
Dodgeville Doniphan Donnellson Dorchester Dorset Dothan Dover Downsville Doylestown Drayton
Dresden Drexel Drury Dryden Duluth Dumfries Dumont Duncanville Dundas Dundee Dunedin Dunkirk
Dunnellon Durand Durango Duxbury Dyersburg Dysart Eads Eagleville Earlington Earlville Eastlake
Easton Eastport Eatonton Eatontown Eckerman Eddyville Edgemont Edgerton Edgewater Edgewood
Edinboro Edinburg Edmore Effingham Elberon Elberta Elbridge Eldorado Eldred Elgin Elizaville
Elkhart Elkhorn Elkland Elko Elkton Ellenboro Ellendale Ellenton Ellerslie Ellijay Elliston
Ellisville Elmhurst Elmira Elmwood Elyria Emden Emeryville Emmaus Emmet Emporia Encinitas Encino
Endicott Enfield Englewood Enola Eola Eolia Ephraim Ephrata Epping Epworth Erie Erlanger Escondido
Esmond Espanola Essex Estelline Estero Ethridge Etna Etoile Etowah Euclid Eudora Eufaula Euless
Eureka Eustis Evanston Evansville Everson Everton Fairbank Fairbanks Fairburn Fairbury Fairdale
Fairfax Fairfield Fairhope Fairland Fairmont Fairmount Fairport Fairview Fallbrook Fallon Fallston
Falmouth Fargo Farmersburg Farmingdale Farmington Farmville Farnham Farwell Fayette Fenwick
Ferndale Fernwood Fillmore Findlay Firth Fishers Flagstaff Fleetwood Flemington Florissant Fonda
Fontana Fordyce Forestdale Forestville Forreston Forsyth Fortuna Fostoria Fowlerton Foxboro
Frackville Framingham Franconia Frankenmuth Frankford Frankfort Franklinton Franktown Fredonia
Freeburg Freehold Freeland Freeport Fremont Frenchtown Frenchville Friendswood Frisco Frontenac
Frostburg Fruitland Fruitvale Fulda Fullerton Fultonham Gadsden Gainesville Galena Galesburg
Galesville Galeton Gallatin Gallup Galt Galva Galveston Gamaliel Ganado Garber Gardena Gardendale
Garwood Gastonia Gatesville Genesee Geneseo Genoa Georgetown Germantown Ghent Gibbon Gilford
Gillett Gilmanton Gilmer Gilroy Glasco Glencoe Glendale Glendora Glenfield Glenford Glenham
Glenmont Glennville Glenview Glenville Glenwood Glidden Gloster Gloucester Glyndon Golconda
Goldfield Goldsboro Goleta Goodland Gordonville Gorham Goshen Gouldsboro Gowen Graceville
Gradyville Grafton Granada Granbury Granby Grandin Grandview Grandville Grantsburg Grantsville
Grantville Granville Gratiot Grayling Graysville Greeley Greenacres Greenbelt Greenbrier Greenbush
Greencastle Greeneville Greensboro Greensburg Greentown Greenup Greenview Greenway Greenwich
Grenada Grenville Gretna Gridley Grinnell Groton Groveland Groveport Groveton Gruver Guernsey
Guilford Gulfport Gunlock Gunnison Gustine Hackberry Hackensack Haddam Hagerman Hagerstown Haledon
Halifax Hallandale Hallsville Halltown Halsey Hamburg Hamden Hamer Hampden Hampshire Hampstead
Hanford Hannibal Hanover Hardinsburg Hardwick Hardyville Harford Harlingen Harrah Harriman
Harrisburg Harrisville Harrodsburg Harrold Hartland Hartsburg Hartsville Hartville Hartwick
Harwood Hattiesburg Havelock Haverhill Haviland Haworth Haydenville Hayesville Haymarket
Haynesville Hayti Hazelton Hazelwood Hazlehurst Hazleton Heber Heflin Heidelberg Hemet Hempstead
Hennepin Henrico Henryville Hereford Hernando Herrick Hesperia Hesston Hialeah Hiawatha Hibbing
Hicksville Hico Highwood Hillsboro Hillsdale Hillside Hillsville Hillview Hilo Hinckley Hinesville
Hingham Hinsdale Hobart Hoboken Hollandale Hollister Holstein Holtsville Holyoke Homerville
Homewood Homosassa Hondo Hopedale Hopewell Hopkinton Horatio Hortonville Houlton Houma Houtzdale
Hoxie Hubbardston Hubbell Hughesville Hulbert Humboldt Hume Huntingdon Huntsville Huron Hyannis
Hyattsville Iberia Idaville Immokalee Indianola Indio Ingalls Ingleside Inglewood Ingomar Inkster
Inverness Inwood Ionia Ipswich Irondale Ironton Iroquois Irvine Irvington Islandia Issaquah Itasca
Ithaca Iuka Ivanhoe Jacksboro Jamesport Jamestown Jamesville Janesville Jarratt Jenison Jermyn
Jessup Jesup Jewett Johnsonburg Johnstown Joliet Jonesboro Jonestown Jonesville Joppa Juneau
Kahului Kalamazoo Kalispell Kannapolis Kapolei Kearny Kearsarge Keeseville Kelso Kempton
Kenansville Kenilworth Kenna Kennard Kenner Kennesaw Kennewick Kenosha Kensett Kensington Keota
Kerens Kerrick Kerrville Kersey Keswick Ketchikan Ketchum Kewanee Keyport Keysville Kilbourne
Killeen Kincheloe Kinderhook Kingman Kingsbury Kingsland Kingsley Kingsport Kingston Kingsville
Kingwood Kinsman Kinston Kiowa Kipling Kirbyville Kirkville Kirkwood Kissimmee Knoxville Kodiak
Kokomo Labelle Laclede Lacona Laconia Ladysmith Lafayette Lahaina Lakeland Lakemont Lakeview
Lakeville Lakewood Lakota Lanark Landisville Lanesboro Lanesville Lanse Lansford Lansing Laporte
Laramie Laredo Larkspur Lathrop Laurens Laurinburg Lawndale Leander Leasburg Leavenworth Leawood
Lecanto Ledyard Leeds Leesburg Leesville Lehigh Leighton Leitchfield Lemont Lemoore Lemoyne Lenexa
Lenoir Lenox Leopold Lesterville Letcher Levant Levelland Levittown Lewisburg Lewiston Lewistown
Lewisville Ligonier Lilburn Limerick Limon Lincolnton Lindale Linden Lindon Lineville Linville
Lisle Litchfield Lithonia Littlerock Livermore Livonia Llano Lockbourne Lockport Lodi Logansport
Loganville Loma Lompoc Londonderry Longmeadow Longmont Longview Longville Longwood Lonsdale Lorain
Loretto Lorton Loudon Louisburg Lovejoy Loveland Lovington Lowman Lubbock Lucasville Lucerne
Ludlow Lufkin Luling Lumberton Lunenburg Lupton Luray Luverne Luxemburg Luzerne Lyndhurst
Lyndonville Lynnville Lynnwood Mabank Maben Machias Macomb Macy Madera Mahwah Maitland Malden
Malibu Malvern Manassas Manchester Manderson Mandeville Manilla Manitou Manitowoc Mankato Manlius
Mannsville Manorville Manteca Manton Mantua Manvel Manville Mapleton Maplewood Marana Marbury
Marcellus Marengo Maricopa Marionville Marlborough Marne Marquette Marshfield Marston Martindale
Martinsburg Marydel Marysville Maryville Mascoutah Masontown Masonville Massena Massillon Mather
Mattoon Maysville Mayville Maywood Meadville Mears Medford Medora Medway Meeker Megargel Melrose
Melville Mendenhall Mendon Mendota Menifee Menlo Mentone Merced Meriden Merna Merrifield Merrimac
Mesa Metairie Metamora Mexia Miamisburg Middleboro Middleburg Middlebury Middlefield Middleport
Middlesex Middletown Middleville Midkiff Midland Midlothian Milbank Milburn Millbrook Millbury
Millersburg Millerton Millington Millport Millsboro Milltown Millville Millwood Milpitas Milroy
Minden Mineola Minersville Minneola Minot Minto Minturn Mishawaka Missoula Mizpah Modena Modesto
Modoc Mohawk Moline Monkton Monmouth Monroeville Monrovia Monson Montague Montclair Montebello
Montello Monterey Montezuma Monticello Montmorenci Montpelier Montrose Montvale Montville
Moorefield Mooreland Mooresville Moorhead Moorpark Moraga Moravia Morenci Morganton Morgantown
Morganville Morganza Moro Morrill Morristown Morrisville Morven Mosby Moultrie Moundville
Mountville Muir Mumford Muncie Munday Munford Murrayville Murrieta Muskegon Muskogee Mystic
Nacogdoches Nampa Nanticoke Nantucket Napa Naperville Nashua Natchez Naugatuck Nauvoo Navarre Nebo
Nederland Neenah Neffs Nekoma Nelsonville Nemaha Neola Neosho Newbern Newburg Newburgh Newbury
Newcastle Newfane Newfield Newhall Newington Newnan Newport Newry Newtonville Newville Niagara
Niantic Niota Noblesville Nogales Nokesville Nokomis Norco Norcross Norfolk Norfork Norristown
Northampton Northbrook Northfield Northport Northridge Northville Northwood Nortonville Norwalk
Norwich Novato Novi Nunda Oakdale Oakfield Oakford Oakhurst Oakman Oakville Oakwood Oberlin Ocala
Oceano Oceanside Ocklawaha Ocoee Oconee Oconto Oden Ogdensburg Ogema Oilton Ojai Okeechobee Okemos
Okolona Olanta Olathe Olean Olivet Olney Olustee Olyphant Onalaska Oneco Oneida Oneonta Opelika
Opelousas Ophir Orangeburg Orangeville Orem Oriskany Orland Orleans Orono Oroville Orrville
Ortonville Orwell Osage Osceola Osgood Oshkosh Oskaloosa Osseo Ossian Ostrander Oswego Otisville
Overbrook Ovid Oviedo Owensboro Owensville Oxnard Ozark Ozona Packwood Pacoima Paducah Pahrump
Paisley Palatine Palatka Palmdale Palmetto Palmyra Palo Pampa Panola Paoli Papillion Paragould
Paramus Parkersburg Parkman Parksville Parkton Parlin Parma Parshall Pasadena Pascagoula Pasco
Paterson Patoka Pattison Paulding Pawnee Pawtucket Paynesville Payson Peabody Pearland Pecos Pekin
Pelham Pembroke Penfield Penrose Penryn Pensacola Peoria Perham Perris Perrysburg Perrysville
Perryville Petaluma Petersburg Petrolia Philipsburg Philo Phippsburg Picacho Piedmont Pierceville
Piermont Pierpont Pikeville Pinedale Pinehurst Pineland Pineville Pingree Pinon Piqua Pisgah
Pitkin Pitman Pittsboro Pittsburg Pittsfield Pittsford Pittston Pittsville Placerville Plainfield
Plainview Plainville Plano Platteville Pleasanton Plevna Plover Plymouth Pocahontas Pocasset
Pocatello Pomeroy Pomfret Pomona Ponca Pontiac Pontotoc Porterville Portsmouth Posen Potomac
Potosi Potsdam Pottsville Powderly Powhatan Pownal Prattsville Prattville Preble Princeton
Princeville Providence Provo Pueblo Pulaski Pullman Putney Puyallup Quantico Quemado Quitman
Racine Rainier Rainsville Ramah Ramer Ramsay Randlett Rantoul Raritan Ravenna Rayville Readfield
Reddick Redfield Redford Redlands Reedsville Rehoboth Reidsville Remsen Renick Reno Rensselaer
Renton Reston Rexburg Rexford Riceville Richburg Richfield Richford Richland Richlands Richville
Richwood Ridgecrest Ridgefield Ridgeland Ridgely Ridgeview Ridgeville Ridgewood Ridgway Rincon
Ringgold Ringling Ringwood Ripley Ripon Riverdale Riverside Riverton Rives Robertsdale Rockbridge
Rockfield Rockford Rockland Rockledge Rockport Rockton Rockvale Rockville Rockwood Rogersville
Rolla Romney Rosamond Rosebud Rosedale Roseland Roselle Rosemead Rosemont Rosendale Roseville
Rosholt Rosston Rossville Roswell Rowlett Roxbury Royalton Rudyard Rumford Rumsey Rushford
Rushville Ruskin Ruston Rutland Saco Safford Saginaw Salado Salem Salida Salina Saline Salix
Saltillo Saluda Sandusky Sandyville Sanger Santee Saranac Sarasota Saratoga Sardinia Sardis
Satsuma Sawyerville Sayre Scandia Schaumburg Schenectady Schuyler Scio Sciota Scipio Scobey Scotia
Scottdale Scottsburg Scottsdale Scottsville Scottville Scranton Seabrook Seaford Sebastopol
Sebring Sedalia Sedgwick Sedona Selbyville Selden Seligman Seneca Severn Sevierville Seville
Shandon Sharpsburg Sharpsville Shawmut Shawnee Sheboygan Shelbyville Shenandoah Shiloh Shoreham
Shoshone Shreveport Shrewsbury Sibley Sigel Siloam Silverdale Silverton Sitka Slidell Smithboro
Smithfield Smithland Smithton Smithville Smyrna Snohomish Sodus Solon Somerdale Somers Somerset
Somerville Sonora Sorrento Southampton Southfield Southington Southport Spalding Sparta
Spartanburg Sperry Spokane Springboro Springbrook Springdale Springport Springtown Springville
Stacyville Stambaugh Stamford Standish Stanhope Stanwood Statesboro Statesville Staunton Steuben
Stilwell Stinnett Stockbridge Stockdale Stockport Stoneham Stoneville Stonington Stoughton
Stoutsville Strafford Strang Strasburg Stratford Strawn Stryker Sturgis Sublette Suffolk
Summerdale Summerfield Summerville Summitville Sumter Sunbury Sunderland Sunnyvale Surry Sutherlin
Sutter Swansea Swanton Sweetwater Swink Sykesville Sylvania Syracuse Tacoma Tallahassee Tallapoosa
Tallassee Talmage Tarrytown Taunton Tazewell Tecumseh Telford Temecula Tempe Tennyson Texarkana
Texhoma Texico Thatcher Thaxton Thibodaux Thomaston Thomasville Thornburg Thorndale Thorndike
Thorp Thurmond Tiffin Tilden Tilton Tioga Tippecanoe Tishomingo Titusville Tivoli Toddville Toledo
Tonopah Topeka Topsfield Topsham Topton Torrance Torrington Towanda Towson Trafford Trego Tremont
Troutdale Troutville Truckee Truesdale Trumbull Truro Truxton Tryon Tuckahoe Tulare Tunica
Tunnelton Tupelo Turlock Tuscaloosa Tuscarora Tuscola Tuscumbia Tustin Tyner Tyro Udall Ukiah
Umatilla Unadilla Uniondale Uniontown Unionville Urbana Urbandale Utica Vacaville Valdosta Valier
Vallejo Valparaiso Valrico Vanceboro Vassar Venango Vergennes Vermillion Vestaburg Vicksburg
Victorville Vidalia Vilas Vina Vineland Vining Vinton Visalia Wabash Wabasso Wadena Wadley
Wahpeton Wainwright Wakarusa Walcott Waldorf Walhalla Walkerton Wallingford Walpole Waltham
Walworth Warrendale Warrensburg Warrenton Warrenville Wasco Wasilla Watauga Waterbury Watertown
Waterville Watervliet Wattsville Wauconda Waukegan Waukesha Wausau Waverly Waxahachie Waycross
Wayland Waynesboro Waynesburg Waynesville Weatherford Weaverville Weimar Wellborn Wellfleet
Wellington Wellsburg Wellston Wellsville Wendel Wendover Wentworth Westboro Westborough Westby
Westerville Westfield Westford Westlake Westminster Westover Westphalia Westpoint Westport
Westtown Westville Westwood Wetmore Wharton Wheatland Wheaton Wheeling Wheelwright Whitefield
Whitehall Whitesboro Whitesburg Whiteside Whitesville Whiteville Whitewood Whitsett Whittemore
Whittier Wichita Wickliffe Wilburton Williamston Williston Willisville Wilmore Wilmot Wilsonville
Winchester Windom Windsor Wingate Winnebago Winnetka Winnsboro Winsted Winterville Winthrop Winton
Wisner Woburn Wolcott Woodbine Woodbridge Woodburn Woodbury Woodford Woodhull Woodlake Woodlawn
Woodridge Woodsboro Woodside Woodstock Woodville Woodworth Woonsocket Wooster Worcester Worden
Worthville Wrightstown Wyandotte Wynnewood Xenia Yakima Yarmouth Yonkers Yorkshire Yorktown
Yorkville Youngstown Youngsville Ypsilanti Yukon Yuma Zanesville Zebulon Zeeland Zenda Zephyrhills
Zionsville Zuni`;
